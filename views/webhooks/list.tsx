import { hostOf, isOn, type Webhook } from '#src/domain/webhook/webhook.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { type Column, DataTable, Row } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'

const COLUMNS: readonly Column[] = [
  { label: 'Name' },
  { label: 'Sends To' },
  { label: 'Events' },
  { label: 'Made By' },
  { label: 'State' },
]

export const WebhooksPage = ({ frame, webhooks }: { frame: PageFrame; webhooks: readonly Webhook[] }) => (
  <Page
    {...frame}
    width="wide"
    title="Webhooks"
    subtitle="They tell other programs what happens in Fettle"
    back={{ href: '/profile', label: 'Back to Profile' }}
    actions={
      <LinkButton href="/admin/webhooks/new" variant="primary" icon="plus">
        New Webhook
      </LinkButton>
    }
  >
    {webhooks.length === 0 ? (
      <EmptyState title="No webhook yet" />
    ) : (
      <DataTable caption="Webhooks, oldest first" columns={COLUMNS}>
        {webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            columns={COLUMNS}
            cells={[
              <a key="name" href={`/admin/webhooks/${webhook.id}`}>
                {webhook.name}
              </a>,
              hostOf(webhook),
              webhook.types.length || 'All',
              madeBy(webhook),
              <WebhookState key="state" webhook={webhook} />,
            ]}
          />
        ))}
      </DataTable>
    )}
  </Page>
)

const madeBy = ({ createdBy, takenOverBy }: Webhook): string => {
  const maker = createdBy?.name ?? 'A former administrator'
  return takenOverBy ? `${maker}, now ${takenOverBy.name}` : maker
}

export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  if (!isOn(webhook)) return <Badge label="Off" />
  if (!webhook.failingSince) return <Badge label="On" tone="green" />
  return (
    <div>
      <Badge label="Failing" tone="red" />{' '}
      <span className="muted">
        since <DateText value={webhook.failingSince} time />
      </span>
    </div>
  )
}
