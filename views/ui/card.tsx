import type { ReactNode } from 'react'

type CardProps = {
  id?: string
  title?: ReactNode
  /** Beside the title: badges, a link, a button. */
  aside?: ReactNode
  footer?: ReactNode
  /** 'li' in a list of cards. */
  as?: 'section' | 'article' | 'li' | 'div'
  /** The level of the title's heading: 2 unless it stands in a titled section. */
  level?: 2 | 3 | 4
  className?: string
  children?: ReactNode
}

/** A box with an optional titled head and a foot for its buttons. */
export function Card({ id, title, aside, footer, as: Tag = 'section', level = 2, className, children }: CardProps) {
  const Heading = `h${level}` as const
  return (
    <Tag id={id} className={className ? `card ${className}` : 'card'}>
      {(title || aside) && (
        <header className="card-head">
          {title && <Heading>{title}</Heading>}
          {aside && <div className="card-aside">{aside}</div>}
        </header>
      )}
      {children}
      {footer && <footer className="card-foot">{footer}</footer>}
    </Tag>
  )
}

/** A list of cards (`<Card as="li">`), one column on phones, two where there is room with `columns`. */
export const CardList = ({ id, columns, children }: { id?: string; columns?: boolean; children: ReactNode }) => (
  <ul id={id} className={columns ? 'cards columns' : 'cards'}>
    {children}
  </ul>
)
