import type { ReactNode } from 'react'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

type DialogFrameProps = {
  frame?: PageFrame
  page?: boolean
  title: string
  meta?: ReactNode
  footer?: ReactNode
  back: string
  backLabel?: string
  width?: 'narrow'
  errors?: Readonly<Record<string, string>>
  ready?: boolean
  /** Of its page alone. */
  className?: string
  children?: ReactNode
}

/** What a dialog shows, or with `frame` a page. */
export function DialogFrame({ frame, page = Boolean(frame), ...props }: DialogFrameProps) {
  const { title, meta, footer, back, backLabel, width, errors, ready, className, children } = props
  const hasErrors = Object.keys(errors ?? {}).length > 0
  const shown = (
    <article
      className={page ? ['card details', className].filter(Boolean).join(' ') : 'details'}
      {...(page ? {} : { 'aria-labelledby': 'dialog-title' })}
    >
      {!page && (
        <header className="dialog-head">
          {/* biome-ignore lint/a11y/noAutofocus: a dialog that opens reads its title, not its first link */}
          <h2 id="dialog-title" tabIndex={-1} autoFocus={!hasErrors && !ready}>
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
  if (!frame) return shown
  return (
    <Page
      {...frame}
      {...{ title, width }}
      error={hasErrors}
      back={backLabel ? { href: back, label: backLabel } : undefined}
    >
      {shown}
    </Page>
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
