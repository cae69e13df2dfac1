import type { ComponentProps, ReactNode } from 'react'
import { DialogButtons, DialogFrame } from '../dialog-frame.tsx'
import { inDialog } from '../htmx.ts'
import { ErrorSummary } from './error-summary.tsx'

type DialogFormProps = ComponentProps<typeof DialogFrame> & {
  form?: string
  action: string
  sent?: { encType?: 'multipart/form-data'; 'data-draft'?: string }
  before?: ReactNode
  hidden?: ReactNode
  after?: ReactNode
} & ({ button: string; busyLabel: string; cancel?: string; danger?: boolean } | { buttons: ReactNode })

export function DialogForm({ form, action, sent, before, hidden, after, children, ...props }: DialogFormProps) {
  const { back, errors, frame } = props
  const page = props.page || Boolean(frame)
  return (
    <DialogFrame {...props} page={page}>
      {before}
      <form method="post" action={action} {...sent} noValidate hx-disable="find button" {...inDialog(page, action)}>
        {hidden}
        <ErrorSummary errors={errors} form={form} />
        {children}
        <div className="row end">
          {'buttons' in props ? (
            props.buttons
          ) : (
            <DialogButtons back={back} cancel={props.cancel} danger={props.danger} busyLabel={props.busyLabel}>
              {props.button}
            </DialogButtons>
          )}
        </div>
      </form>
      {after}
    </DialogFrame>
  )
}
