import type { ReactNode } from 'react'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

type DialogFrameProps = {
  title: string
  meta?: ReactNode
  footer?: ReactNode
  back: string
  page?: boolean
  focusInside?: boolean
  /** Of its page alone. */
  className?: string
  children: ReactNode
}

export function DialogFrame({ title, meta, footer, back, page, focusInside, className, children }: DialogFrameProps) {
  return (
    <article
      className={page ? ['card details', className].filter(Boolean).join(' ') : 'details'}
      {...(page ? {} : { 'aria-labelledby': 'dialog-title' })}
    >
      {!page && (
        <header className="dialog-head">
          {/* biome-ignore lint/a11y/noAutofocus: a dialog that opens reads its title, not its first link */}
          <h2 id="dialog-title" tabIndex={-1} autoFocus={!focusInside}>
            {title}
          </h2>
          <a href={back} className="button quiet" data-close aria-label="Close">
            <Icon name="close" />
          </a>
        </header>
      )}
      {page && <h2 className="visually-hidden">Details</h2>}
      {meta && <div className="row">{meta}</div>}
      {children}
      {footer && <footer className="card-foot">{footer}</footer>}
    </article>
  )
}

type DialogButtonsProps = { back: string; cancel?: string; danger?: boolean; busyLabel: string; children: string }

export const DialogButtons = ({ back, cancel = 'Cancel', danger, busyLabel, children }: DialogButtonsProps) => (
  <>
    <LinkButton href={back} data-close="">
      {cancel}
    </LinkButton>
    <Button variant={danger ? 'danger' : 'primary'} busyLabel={busyLabel}>
      {children}
    </Button>
  </>
)
