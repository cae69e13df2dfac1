import { EVENT_TYPES, type EventType } from '#src/domain/event/event.ts'
import { isOn, OFF_WORDS, ROTATION_HOURS, type Webhook } from '#src/domain/webhook/webhook.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Icon } from '../ui/icon.tsx'
import { FORM_KEY, FormKey } from '../ui/input/form-key.tsx'
import { newKey } from '../ui/input/new-key.ts'
import { WebhookState } from './list.tsx'
import { Log, type LogProps } from './log.tsx'

type WebhookPageProps = {
  frame: PageFrame
  webhook: Webhook
  log: LogProps
  made?: { secret: string; isNew: boolean }
}

export const WebhookPage = ({ frame, webhook, log, made }: WebhookPageProps) => (
  <Page {...frame} title={webhook.name} back={{ href: '/admin/webhooks', label: 'Back to Webhooks' }} width="wide">
    <Card title="Webhook" aside={<WebhookState webhook={webhook} />} footer={<Buttons webhook={webhook} />}>
      {made && <Made {...made} />}
      <Facts webhook={webhook} />
    </Card>
    <Log {...log} />
  </Page>
)

const Facts = ({ webhook }: { webhook: Webhook }) => (
  <DescriptionList
    facts={[
      { term: 'Sends To', detail: webhook.url, wide: true },
      { term: 'Events', detail: typesOf(webhook), wide: true },
      { term: 'Created', detail: <DateText value={webhook.createdAt} /> },
      { term: 'Made By', detail: webhook.createdBy?.name ?? 'A former administrator' },
      { term: 'Taken Over By', detail: webhook.takenOverBy?.name },
      {
        term: 'Off Since',
        detail: webhook.offAt && (
          <>
            <DateText value={webhook.offAt} time />. {webhook.offReason && OFF_WORDS[webhook.offReason]}
          </>
        ),
      },
      {
        term: 'Previous Secret',
        detail: isStillGood(webhook.previousUntil) && (
          <>
            Signs too until <DateText value={webhook.previousUntil!} time />
          </>
        ),
      },
    ]}
  />
)

const typesOf = ({ types }: Webhook): string =>
  types.length ? types.map((type) => EVENT_TYPES[type as EventType] ?? type).join(', ') : 'All'

const isStillGood = (until: Date | null): boolean | null => (until !== null && until > new Date() ? true : null)

const Made = ({ secret, isNew }: { secret: string; isNew: boolean }) => {
  const title = (
    <>
      <Icon name="done" /> {isNew ? 'Webhook Created' : 'New Secret'}
    </>
  )
  return <ShownOnce title={title} text={secret} what="Secret" note=". The receiver checks the signatures with it." />
}

const Buttons = ({ webhook }: { webhook: Webhook }) => {
  const path = `/admin/webhooks/${webhook.id}`
  return (
    <div className="row">
      {isOn(webhook) && (
        <form method="post" action={`${path}/test`} hx-disable="find button">
          <FormKey />
          <Button size="small" busyLabel="Sending...">
            Send a Test
          </Button>
        </form>
      )}
      <LinkButton size="small" href={`${path}/edit`}>
        Edit
      </LinkButton>
      <Confirm {...webhookRotation(webhook)} button="New Secret" look={{ size: 'small' }} />
      {isOn(webhook) ? (
        <Confirm {...webhookTurningOff(webhook)} button="Turn Off" look={{ size: 'small' }} />
      ) : !webhook.isOwned ? (
        <Confirm {...webhookTakingOver(webhook)} button="Take Over" look={{ size: 'small' }} />
      ) : (
        <form method="post" action={`${path}/turn-on`} hx-disable="find button">
          <Button size="small" busyLabel="Turning on...">
            Turn On
          </Button>
        </form>
      )}
      <Confirm {...webhookDeletion(webhook)} button="Delete" look={{ size: 'small' }} />
    </div>
  )
}

type Named = Pick<Webhook, 'id' | 'name'>

export const webhookRotation = ({ id, name }: Named) => ({
  action: `/admin/webhooks/${id}/rotate`,
  title: `Make a new secret for ‘${name}’?`,
  text: `For ${ROTATION_HOURS} hours the secrets before it sign too, so that the receiver can change over.`,
  confirm: 'Make New Secret',
  busyLabel: 'Making...',
  safe: true,
  hidden: { [FORM_KEY]: newKey() },
})

export const webhookTakingOver = ({ id, name }: Named) => ({
  action: `/admin/webhooks/${id}/take-over`,
  title: `Take ‘${name}’ over?`,
  text: 'It sends again, and you answer for it. Whoever made it may know its secret: make a new one if they should not.',
  confirm: 'Take Over',
  busyLabel: 'Taking over...',
  safe: true,
})

export const webhookTurningOff = ({ id, name }: Named) => ({
  action: `/admin/webhooks/${id}/turn-off`,
  title: `Turn ‘${name}’ off?`,
  text: 'What waits, and what happens until it is turned on again, is not sent.',
  confirm: 'Turn Off',
  busyLabel: 'Turning off...',
})

export const webhookDeletion = ({ id, name }: Named) => ({
  action: `/admin/webhooks/${id}/delete`,
  title: `Delete ‘${name}’?`,
  text: 'Nothing more is sent, and its log goes too. This action cannot be undone.',
  confirm: 'Delete Webhook',
  busyLabel: 'Deleting...',
})
