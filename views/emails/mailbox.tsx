import { Page, type PageFrame } from '../layout.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { type ColumnOf, ItemTable } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'

export type Mail = Record<'id' | 'from' | 'to' | 'subject' | 'date' | 'messageId' | 'text' | 'html', string>

const address = (id: string) => `/dev/mail/${id}`

const COLUMNS: readonly ColumnOf<Mail>[] = [
  { label: 'Subject', cell: ({ id, subject }) => <a href={address(id)}>{subject}</a> },
  { label: 'To', cell: ({ to }) => to },
  { label: 'Date', cell: ({ date }) => date },
]

export const MailboxPage = ({ mails, ...frame }: PageFrame & { mails: Mail[] }) => (
  <Page
    {...frame}
    title="Mail"
    subtitle="Messages written to files, because no mail server is set. Newest first."
    width="wide"
    desk
  >
    {mails.length === 0 ? (
      <EmptyState title="No messages yet" text="They appear here within a second of the change they tell of." />
    ) : (
      <ItemTable caption="Messages" columns={COLUMNS} items={mails} />
    )}
  </Page>
)

export const MailPage = ({ mail, ...frame }: PageFrame & { mail: Mail }) => (
  <Page {...frame} title={mail.subject} back={{ href: '/dev/mail', label: 'Back to Mail' }}>
    <DescriptionList
      facts={[
        { term: 'From', detail: mail.from },
        { term: 'To', detail: mail.to },
        { term: 'Date', detail: mail.date },
        { term: 'Message-ID', detail: mail.messageId },
      ]}
    />
    <p>
      <a className="button" href={`${address(mail.id)}/html`}>
        View as HTML
      </a>
    </p>
    <div className="preserve">{mail.text}</div>
  </Page>
)
