import type { ReactNode } from 'react'

type CardProps = {
  id?: string
  title?: ReactNode
  aside?: ReactNode
  footer?: ReactNode
  as?: 'section' | 'article' | 'li' | 'div'
  level?: 2 | 3 | 4
  className?: string
  children?: ReactNode
}

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

export const CardList = ({ id, columns, children }: { id?: string; columns?: boolean; children: ReactNode }) => (
  <ul id={id} className={columns ? 'cards columns' : 'cards'}>
    {children}
  </ul>
)
