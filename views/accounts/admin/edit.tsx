import { type Account, ROLE_LABELS, ROLES, type Role } from '#src/domain/account/account.ts'
import { marksIn } from '#src/domain/job/changes.ts'
import type { PageFrame } from '../../layout.tsx'
import { Button } from '../../ui/button.tsx'
import { HiddenFields } from '../../ui/confirm.tsx'
import { DialogForm } from '../../ui/input/dialog-form.tsx'
import { FilterSelect } from '../../ui/list/search-box.tsx'
import { AwayField, ContactFields, EmailField, NameFields, VatField } from '../fields.tsx'
import { accountListPath, accountPath, HistoryLink, nameOf } from '../rows.tsx'
import { CoverageFields } from './coverage.tsx'

const FORM = 'edit-account'

export type EditAccountProps = {
  account: Account
  kind: Role
  values: Readonly<Record<string, string | undefined>>
  contractorTypes: readonly string[]
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

export function EditAccount({ account, kind, values, contractorTypes, errors, frame }: EditAccountProps) {
  const back = accountListPath(kind)
  const field = (name: string) => ({
    ...{ name, form: FORM, value: values[name], error: errors?.[name], autoComplete: 'off' },
  })
  return (
    <DialogForm
      title={`Edit ${nameOf(account)}`}
      {...{ frame, back, errors, form: FORM, action: `${accountPath(kind, account.id)}/edit` }}
      backLabel="Back to the list"
      footer={<Besides account={account} kind={kind} />}
      button="Save Changes"
      busyLabel="Saving..."
    >
      <HiddenFields values={marksIn(values)} />
      <NameFields field={field} />
      <EmailField {...field('email')} optional={kind === 'estate_agent'} />
      <ContactFields field={field} agency={kind === 'estate_agent'} />
      {kind === 'contractor' && (
        <>
          <CoverageFields form={FORM} contractorTypes={contractorTypes} areas={values.areas ?? ''} errors={errors} />
          <VatField field={field} />
        </>
      )}
      {kind !== 'admin' && <AwayField field={field} />}
    </DialogForm>
  )
}

const Besides = ({ account, kind }: { account: Account; kind: Role }) => (
  <>
    <form method="post" action={`/admin/users/${account.id}/role`} className="row">
      <FilterSelect
        name="role"
        label={`Role of ${nameOf(account)}`}
        value={kind}
        options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
      />
      <Button busyLabel="Asking...">Change Role</Button>
    </form>
    <HistoryLink account={account} size="normal" className="push-end" />
  </>
)
