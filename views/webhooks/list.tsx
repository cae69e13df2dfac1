import { hostOf, isOn, type Webhook } from '#src/domain/webhook/webhook.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { type ColumnOf, ItemTable } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'

function madeBy({ createdBy, takenOverBy }: Webhook): string {
  const maker = createdBy?.name ?? 'A former administrator'
  return takenOverBy ? `${maker}, now ${takenOverBy.name}` : maker
}

const COLUMNS: readonly ColumnOf<Webhook>[] = [
  { label: 'Name', cell: ({ id, name }) => <a href={`/admin/webhooks/${id}`}>{name}</a> },
  { label: 'Sends To', cell: hostOf },
  { label: 'Events', cell: ({ types }) => types.length || 'All' },
  { label: 'Made By', cell: madeBy },
  { label: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
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
      <ItemTable caption="Webhooks, oldest first" columns={COLUMNS} items={webhooks} />
    )}
  </Page>
)

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
