import type { AgencyFees, SetFees, TradeFees } from '#src/domain/invoice/fee.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { decimal, pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { FormEnd } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { MoneyField } from '../ui/input/special-fields.tsx'

export const FEES = '/admin/fees'

export const feeField = (of: string, which: keyof SetFees): string => `${of}.${which}`

type Typed = Readonly<Record<string, string | undefined>>

type FeesProps = {
  agencies: readonly AgencyFees[]
  trades: readonly TradeFees[]
  usual: { visitFee: number; noAccessFee: number }
  /** What was sent, and wrong: of one agency, or of the trades. */
  typed?: Typed
  errors?: Readonly<Record<string, string>>
}

type FieldsProps = {
  of: string
  name: string
  form: string
  fees: SetFees
  typed?: Typed
  errors?: FeesProps['errors']
}

const LABELS = { visitFee: 'visit (£)', noAccessFee: 'closed door (£)' } as const

const FeeFields = ({ of, name, form, fees, typed, errors }: FieldsProps) => (
  <div className="field-pair">
    {(['visitFee', 'noAccessFee'] as const).map((which) => {
      const field = feeField(of, which)
      const set = fees[which]
      return (
        <MoneyField
          key={which}
          {...{ name: field, form, error: errors?.[field] }}
          label={`${name}, ${LABELS[which]}`}
          value={typed?.[field] ?? (set === null ? '' : decimal(set))}
          placeholder=""
        />
      )
    })}
  </div>
)

export const FeesPage = ({ frame, agencies, trades, usual, typed, errors }: FeesProps & { frame: PageFrame }) => {
  const wrong = typed?.agency
  return (
    <Page
      {...frame}
      title="Fees"
      subtitle={`Without VAT. An agency’s goes before a trade’s; without either ${pounds(usual.visitFee)}, at a closed door ${pounds(usual.noAccessFee)}.`}
      back={{ href: '/admin/accounts', label: 'Back to Account Management' }}
      error={Boolean(errors)}
    >
      <div className="stack">
        <Card title="Agencies">
          {agencies.length === 0 && <p className="muted">No agencies yet</p>}
          {agencies.map((agency, at) => (
            <AgencyForm
              key={agency.key}
              {...{ agency, form: `agency${at}` }}
              {...(wrong === agency.name && { typed, errors })}
            />
          ))}
        </Card>
        <Card title="Trades">
          <form method="post" action={FEES} noValidate>
            <FormKey />
            {!wrong && <ErrorSummary errors={errors} form="trades" />}
            {trades.map(({ trade, ...fees }) => (
              <FeeFields
                key={trade}
                {...{ of: trade, name: contractorTypeLabel(trade) ?? trade, form: 'trades', fees }}
                {...(!wrong && { typed, errors })}
              />
            ))}
            <FormEnd busyLabel="Saving...">Save</FormEnd>
          </form>
        </Card>
      </div>
    </Page>
  )
}

type AgencyFormProps = { agency: AgencyFees; form: string } & Pick<FeesProps, 'typed' | 'errors'>

const AgencyForm = ({ agency, form, typed, errors }: AgencyFormProps) => {
  const { name, visitFee, noAccessFee, address } = agency
  const set = [visitFee, noAccessFee].flatMap((fee) => (fee === null ? [] : pounds(fee)))
  return (
    <details className="more-detail" open={Boolean(errors)}>
      <summary>{set.length ? `${name}: ${set.join(', ')}` : name}</summary>
      <form method="post" action={FEES} data-draft={`${FEES} ${agency.key}`} noValidate>
        <FormKey />
        <ErrorSummary errors={errors} form={form} />
        <input type="hidden" name="agency" value={name} />
        <FeeFields {...{ of: 'agency', name: 'Fee', form, fees: agency, typed, errors }} />
        <TextArea
          {...{ name: 'address', form, error: errors?.address }}
          label="Address on invoices"
          value={typed?.address ?? address ?? ''}
          rows={3}
          maxLength={500}
        />
        <FormEnd busyLabel="Saving...">Save</FormEnd>
      </form>
    </details>
  )
}
