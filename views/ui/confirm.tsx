import type { ComponentProps, ReactNode } from 'react'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { Button, type ButtonLook } from './button.tsx'
import type { IconName } from './icon.tsx'

/** A box that changes what is done: 'Hard Delete' turns 'Delete & Restore' into 'Permanently Delete'. */
export type ConfirmCheck = { name: string; label: string; action: string }

export type Question = {
  action: string
  title: string
  text: string
  confirm: string
  busyLabel: string
  check?: ConfirmCheck
  safe?: boolean
  hidden?: Readonly<Record<string, string>>
}

type ConfirmProps = Question & {
  button: ReactNode
  look?: ButtonLook & { className?: string; 'aria-label'?: string; 'data-tooltip'?: string }
  icon?: IconName
} & Omit<ComponentProps<'form'>, 'action' | 'title' | 'children' | 'hidden'>

/** Asks first: in a dialog, without JavaScript on the ConfirmPage. */
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

export const HiddenFields = ({ values }: { values?: Readonly<Record<string, string | undefined>> }) =>
  Object.entries(values ?? {}).flatMap(([name, text]) =>
    (text === undefined ? [] : valuesIn(text)).map((value) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    )),
  )
