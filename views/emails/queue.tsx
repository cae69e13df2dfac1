import { ONLY_FILES } from '#src/domain/email/kinds.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { DataTable, ItemRows } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { EMAIL_COLUMNS, EMAIL_QUEUE, type EmailTab, type ListedEmail, resending } from './queue-rows.tsx'

type ListProps = { tab: EmailTab; emails: readonly ListedEmail[]; nextHref: string | null }

export type EmailFigures = {
  waiting: number
  oldestSeconds: number | null
  failed: number
  failedSince: Date | null
  onlyFiles: boolean
  away: { since: Date; reason: string | null } | null
}

type EmailQueueProps = ListProps & {
  figures: EmailFigures
  sent: number
}

const EMPTY: Record<EmailTab, string> = { waiting: 'No e-mail waits to be sent', failed: 'No e-mail has failed' }

export const resendingAll = (count: number) => ({
  action: '/admin/emails/resend',
  title: count === 1 ? 'Resend the failed e-mail?' : `Resend all ${count} failed e-mails?`,
  text: 'They are sent again as they were written, also those about jobs that have moved on since.',
  confirm: 'Resend All',
  busyLabel: 'Sending...',
  safe: true,
})

export const EmailQueuePage = ({ frame, ...queue }: { frame: PageFrame } & EmailQueueProps) => (
  <Page
    {...frame}
    title="E-mails"
    subtitle="What Fettle has yet to send, and what it could not"
    back={{ href: '/', label: 'Back to Dashboard' }}
    width="wide"
  >
    <EmailQueue {...queue} />
  </Page>
)

export const EmailQueue = ({ figures, sent, ...list }: EmailQueueProps) => (
  <section id={EMAIL_QUEUE} aria-label="E-mails">
    <Stats>
      <StatTile label="Waiting" value={figures.waiting} />
      <StatTile
        label="Longest Wait"
        value={figures.oldestSeconds === null ? '–' : durationInWords(figures.oldestSeconds)}
      />
      <StatTile label="Failed" value={figures.failed} />
      <StatTile label="Sent in 24 Hours" value={sent} />
    </Stats>
    {figures.onlyFiles && <p className="notice mail-server">{ONLY_FILES}</p>}
    {figures.away && <Away {...figures.away} />}
    <Tabs
      label="E-mails"
      target={`#${EMAIL_QUEUE}`}
      tabs={[
        { href: '/admin/emails', label: 'Waiting', count: figures.waiting, current: list.tab === 'waiting' },
        { href: '/admin/emails?tab=failed', label: 'Failed', count: figures.failed, current: list.tab === 'failed' },
      ]}
    />
    {list.tab === 'failed' && figures.failed > 0 && (
      <div className="list-head">
        <Confirm
          className="push-end"
          {...resendingAll(figures.failed)}
          {...resending('/admin/emails/resend')}
          button={`Resend All ${figures.failed}`}
          icon="mail"
        />
      </div>
    )}
    {list.emails.length > 0 ? (
      <div className={`email-table ${list.tab}`}>
        <DataTable
          caption={list.tab === 'failed' ? 'Failed e-mails, newest first' : 'E-mails that wait, oldest first'}
          columns={EMAIL_COLUMNS[list.tab]}
        >
          <EmailRows {...list} />
        </DataTable>
      </div>
    ) : (
      <EmptyState icon="mail" title={EMPTY[list.tab]} />
    )}
  </section>
)

export const EmailRows = ({ tab, emails, nextHref }: ListProps) => (
  <ItemRows columns={EMAIL_COLUMNS[tab]} items={emails} rowId={(id) => `email-${id}`} nextHref={nextHref} />
)

const Away = ({ since, reason }: { since: Date; reason: string | null }) => (
  <div className="notice mail-server" role="status">
    <p>
      <strong>
        The mail server has not taken an e-mail since <DateText value={since} time />.
      </strong>{' '}
      What waits goes out by itself once it does.
    </p>
    {reason && <p className="hint">{reason}</p>}
  </div>
)

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
] as const

export function durationInWords(seconds: number): string {
  const [length, unit] = UNITS.find(([one]) => seconds >= one) ?? [1, 's']
  return `${Math.floor(seconds / length)} ${unit}`
}
