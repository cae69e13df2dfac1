import type { ComponentProps } from 'react'
import { HiddenFields } from '../confirm.tsx'
import { DialogForm } from './dialog-form.tsx'
import { FormKey } from './form-key.tsx'

export const TickedFields = ({ ids, hidden }: { ids: readonly string[]; hidden: Readonly<Record<string, string>> }) => (
  <>
    <HiddenFields values={hidden} />
    {ids.map((id) => (
      <input key={id} type="hidden" name="id" value={id} />
    ))}
  </>
)

type TickedFormProps = ComponentProps<typeof TickedFields> &
  Omit<ComponentProps<typeof DialogForm>, 'hidden' | 'sent'> & { busyLabel: string; danger?: boolean }

/** What a TickButton asks: it keeps the ids, and is sent with `confirmed`. */
export const TickedForm = ({ ids, hidden, ...props }: TickedFormProps) => (
  <DialogForm
    {...props}
    sent={{ 'data-draft': `${props.action} ${ids[0]} ${ids.length}` }}
    hidden={
      <>
        <FormKey />
        <TickedFields ids={ids} hidden={{ ...hidden, confirmed: 'yes' }} />
      </>
    }
    button={props.title}
    cancel="Back"
  />
)
