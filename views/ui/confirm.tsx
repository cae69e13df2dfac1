import type { ComponentProps, ReactNode } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import type { IconName } from './icon.tsx'

/** A box in the question that changes what is done: 'Hard Delete' turns 'Delete & Restore' into 'Permanently Delete'. */
export type ConfirmCheck = { name: string; label: string; action: string }

/** What is asked, and what is sent when it is answered with yes. */
export type Question = {
  /** Where the form posts. The server does it only with `confirmed=yes`, else it answers the `ConfirmPage`. */
  action: string
  /** The question, which names the thing: 'Delete the job for Rose Cottage?' */
  title: string
  text: string
  /** The words on the button that does it: 'Delete'. */
  confirm: string
  /** What the button says while it is sent: 'Deleting...'. */
  busyLabel: string
  check?: ConfirmCheck
  /** True for what does no harm: its button is not red. */
  safe?: boolean
  hidden?: Readonly<Record<string, string>>
}

type ConfirmProps = Question & {
  /** The button on the page. */
  button: ReactNode
  look?: ButtonLook & { 'aria-label'?: string; 'data-tooltip'?: string }
  icon?: IconName
} & Omit<ComponentProps<'form'>, 'action' | 'title' | 'children' | 'hidden'>

/**
 * A form of one button that asks before it posts. With JavaScript the question is a dialog; without, the server's
 * confirmation page. hx- attributes pass to the form (`hx-post`, `hx-target`), which then posts by htmx once confirmed.
 */
export function Confirm(props: ConfirmProps) {
  const { action, title, text, confirm, check, safe, hidden, button, look, icon, busyLabel, ...form } = props
  return (
    <form
      method="post"
      action={action}
      hx-disable="find button"
      data-confirm-title={title}
      data-confirm-text={text}
      data-confirm-action={confirm}
      data-confirm-safe={safe ? '' : undefined}
      data-confirm-check={check?.name}
      data-confirm-check-label={check?.label}
      data-confirm-check-action={check?.action}
      {...form}
    >
      <HiddenFields values={hidden} />
      <Button icon={icon} busyLabel={busyLabel} {...look}>
        {button}
      </Button>
    </form>
  )
}

/** Hidden inputs, one per entry. */
export const HiddenFields = ({ values }: { values?: Readonly<Record<string, string>> }) =>
  Object.entries(values ?? {}).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
