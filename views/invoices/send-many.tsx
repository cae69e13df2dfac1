import { pounds } from '#src/domain/money.ts'
import type { PageFrame } from '../layout.tsx'
import { MoneyField } from '../ui/input/special-fields.tsx'
import { TickedForm } from '../ui/input/ticked-form.tsx'
import { tabHref } from './work.tsx'
import { feeName } from './work-ids.ts'

type SendManyProps = {
  tab: 'visits' | 'quotes'
  /** `fee` as it was typed, `amount` in pence, VAT included. */
  items: readonly { id: string; name: string; fee: string; amount: number }[]
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'send'
const ACTION = '/admin/invoices'

const titleOf = ({ tab, items }: SendManyProps): string =>
  `Send ${items.length} ${tab === 'visits' ? 'Visit' : 'Quote'}${items.length === 1 ? '' : 's'} to Invoiced`

export function SendMany(props: SendManyProps) {
  const { tab, items, errors, frame } = props
  const sum = items.reduce((total, { amount }) => total + amount, 0)
  return (
    <TickedForm
      {...{ form: FORM, title: titleOf(props), action: ACTION, back: tabHref(tab), errors, frame }}
      backLabel="Back to the dashboard"
      width="narrow"
      ids={items.map(({ id }) => id)}
      hidden={{ tab }}
      busyLabel="Sending..."
    >
      {!errors && (
        <p className="form-note">
          {items.length === 1 ? 'One invoice' : `${items.length} invoices`} of {pounds(sum)}
          {items.length > 1 && ' together'} will be created.
        </p>
      )}
      {tab === 'visits' && items.map((item) => <Fee key={item.id} {...item} error={errors?.[feeName(item.id)]} />)}
    </TickedForm>
  )
}

const Fee = ({ id, name, fee, error }: SendManyProps['items'][number] & { error?: string }) =>
  error ? (
    <MoneyField name={feeName(id)} form={FORM} label={`Visit fee of ${name} (£)`} value={fee} error={error} />
  ) : (
    <input type="hidden" name={feeName(id)} value={fee} />
  )
