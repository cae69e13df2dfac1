import type { Tone } from '#src/domain/tone.ts'
import {
  type Attempt,
  DELIVERY_LABELS,
  type Delivery,
  type DeliveryStatus,
  LOG_DAYS,
} from '#src/domain/webhook/webhook.ts'
import { Badge } from '../status/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { type ColumnOf, DataTable, ItemRows } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'

export type LogProps = {
  id: string
  deliveries: readonly Delivery[]
  nextHref: string | null
  sending: boolean
}

const LOG = 'deliveries'
const TONES: Record<DeliveryStatus, Tone> = { waiting: 'yellow', delivered: 'green', failed: 'red' }
const columnsOf = (webhook: string): ColumnOf<Delivery>[] => [
  { label: 'Event', cell: ({ type }) => type },
  { label: 'When', cell: ({ createdAt }) => <DateText value={createdAt} time /> },
  { label: 'State', cell: (delivery) => <State delivery={delivery} /> },
  { label: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
  { label: 'Actions', hideLabel: true, cell: (delivery) => <SendAgain id={webhook} delivery={delivery} /> },
]

export const Log = (log: LogProps) => (
  <section
    id={LOG}
    className="webhook-log"
    aria-label="Log"
    {...(log.sending && {
      'hx-get': `/admin/webhooks/${log.id}`,
      'hx-trigger': 'every 3s',
      'hx-swap': 'outerMorph',
    })}
  >
    <h2>Log</h2>
    {log.deliveries.length === 0 ? (
      <EmptyState title="Nothing was sent yet" text={`What was sent is kept for ${LOG_DAYS} days.`} />
    ) : (
      <DataTable caption="What was sent, newest first" columns={columnsOf(log.id)}>
        <DeliveryRows {...log} />
      </DataTable>
    )}
  </section>
)

export const DeliveryRows = ({ id, deliveries, nextHref }: LogProps) => (
  <ItemRows columns={columnsOf(id)} items={deliveries} rowId={(of) => `delivery-${of}`} nextHref={nextHref} />
)

const State = ({ delivery: { status, runAt } }: { delivery: Delivery }) => (
  <div>
    <Badge label={DELIVERY_LABELS[status]} tone={TONES[status]} />
    {runAt && (
      <span className="hint">
        Next try <DateText value={runAt} time />
      </span>
    )}
  </div>
)

const Attempts = ({ attempts }: { attempts: readonly Attempt[] }) => {
  const [last] = attempts
  if (!last) return <span className="muted">None</span>
  return (
    <details className="webhook-attempts">
      <summary>
        {attempts.length} · {last.reason ?? `Status ${last.status}`}
      </summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at.getTime()}>
            <DateText value={attempt.at} time /> · {attempt.ms} ms · {attempt.reason ?? `Status ${attempt.status}`}
            {attempt.answer && <pre>{attempt.answer}</pre>}
          </li>
        ))}
      </ol>
    </details>
  )
}

const SendAgain = ({ id, delivery }: { id: string; delivery: Delivery }) => {
  const action = `/admin/webhooks/${id}/deliveries/${delivery.id}/send`
  return (
    <form
      method="post"
      action={action}
      hx-post={action}
      hx-target={`#${LOG}`}
      hx-swap="outerMorph"
      hx-disable="find button"
    >
      <FormKey />
      <Button size="small" busyLabel="Sending..." aria-label={`Send again: ${delivery.type}`}>
        Send Again
      </Button>
    </form>
  )
}
