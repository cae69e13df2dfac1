import type { Account, ManagedRole } from '#src/accounts/account.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { inDialog } from '../ui/htmx.ts'
import { ContactFields, EmailField, NameFields, VatField } from './fields.tsx'
import { accountListPath, accountPath, nameOf } from './rows.tsx'

const FORM = 'edit-account'

type EditAccountProps = {
  account: Account
  kind: ManagedRole
  values: Readonly<Record<string, string | undefined>>
  errors?: Readonly<Record<string, string>>
  page?: boolean
}

export function EditAccount({ account, kind, values, errors, page }: EditAccountProps) {
  const action = `${accountPath(kind, account.id)}/edit`
  const back = accountListPath(kind)
  const field = (name: string) => ({
    ...{ name, form: FORM, value: values[name], error: errors?.[name], autoComplete: 'off' },
  })
  return (
    <DialogFrame title={`Edit ${nameOf(account)}`} back={back} page={page} focusInside={Boolean(errors)}>
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(page, action)}>
        <ErrorSummary errors={errors} form={FORM} />
        <NameFields field={field} />
        <EmailField {...field('email')} optional={kind === 'estate_agent'} />
        <ContactFields field={field} />
        {kind === 'contractor' && <VatField field={field} />}
        <div className="row end">
          <LinkButton href={back} data-close={page ? undefined : ''}>
            Cancel
          </LinkButton>
          <Button variant="primary" busyLabel="Saving...">
            Save Changes
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

export const EditAccountPage = ({ frame, ...form }: { frame: PageFrame } & EditAccountProps) => (
  <Page
    {...frame}
    title={`Edit ${nameOf(form.account)}`}
    error={Boolean(form.errors)}
    back={{ href: accountListPath(form.kind), label: 'Back to the list' }}
  >
    <EditAccount {...form} page />
  </Page>
)
