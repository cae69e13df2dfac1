import type { ReactNode } from 'react'
import type { PageFrame } from '../../layout.tsx'
import { HiddenFields } from '../confirm.tsx'
import { DialogButtons, DialogFrame } from '../dialog-frame.tsx'
import { inDialog } from '../htmx.ts'
import { ErrorSummary } from './error-summary.tsx'
import { FormKey } from './form-key.tsx'

export const TickedFields = ({ ids, hidden }: { ids: readonly string[]; hidden: Readonly<Record<string, string>> }) => (
  <>
    <HiddenFields values={hidden} />
    {ids.map((id) => (
      <input key={id} type="hidden" name="id" value={id} />
    ))}
  </>
)

type TickedFormProps = Parameters<typeof TickedFields>[0] & {
  form: string
  title: string
  action: string
  back: string
  busyLabel: string
  danger?: boolean
  errors?: Readonly<Record<string, string>>
  ready?: boolean
  frame?: PageFrame
  backLabel: string
  width?: 'narrow'
  before?: ReactNode
  children: ReactNode
}

/** What a TickButton asks: it keeps the ids, and is sent with `confirmed`. */
export const TickedForm = (props: TickedFormProps) => {
  const {
    form,
    title,
    action,
    back,
    backLabel,
    width,
    ids,
    hidden,
    busyLabel,
    danger,
    errors,
    ready,
    frame,
    before,
    children,
  } = props
  return (
    <DialogFrame {...{ frame, title, back, backLabel, width, errors, ready }}>
      {before}
      <form
        method="post"
        action={action}
        noValidate
        data-draft={`${action} ${ids[0]} ${ids.length}`}
        hx-disable="find button"
        {...inDialog(Boolean(frame), action)}
      >
        <FormKey />
        <TickedFields ids={ids} hidden={{ ...hidden, confirmed: 'yes' }} />
        <ErrorSummary errors={errors} form={form} />
        {children}
        <div className="row end">
          <DialogButtons back={back} cancel="Back" danger={danger} busyLabel={busyLabel}>
            {title}
          </DialogButtons>
        </div>
      </form>
    </DialogFrame>
  )
}
