import type { ReactNode } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import type { AdminToDo, ContractorToDo, WaitingCount } from '#src/domain/job/waiting.ts'
import { howLong } from '#src/domain/job/waiting-words.ts'
import { type CertificateCounts, certificatesHref } from '#src/domain/property/certificate/found.ts'
import type { EmailFigures } from '../emails/queue.tsx'
import { Badge } from '../status/badge.tsx'
import { counted, plural } from '../ui/text.ts'

type Item = { count: number; words: string; href: string; note?: string; late?: boolean }

export const TO_DO = 'to-do'

type ToDoProps = { items: readonly Item[]; head?: boolean; children?: ReactNode }

const ToDo = ({ items, head, children }: ToDoProps) => {
  const here = items.filter(({ count }) => count > 0)
  const waiting = [...here.filter(({ late }) => late), ...here.filter(({ late }) => !late)]
  return (
    <section id={TO_DO} className={head ? 'to-do must-do' : 'to-do'} aria-label="Waiting for you">
      {waiting.length === 0 && <p className="muted">Nothing waits for you.</p>}
      {(waiting.length > 0 || children) && (
        <ul>
          {waiting.map(({ count, words, href, note, late }) => (
            <li key={href + words}>
              <a href={href} className={late ? 'late' : undefined}>
                <strong>{counted(count)}</strong> {words}
              </a>
              {note && <span className="small-text muted"> {note}</span>}
            </li>
          ))}
          {children}
        </ul>
      )}
    </section>
  )
}

type MustDo = AdminToDo & {
  visits: WaitingCount
  quotes: WaitingCount
  emails: EmailFigures
  /** With messages that this administrator has not read. */
  conversations: WaitingCount
  lateInvoices: number
  complaints: WaitingCount
  certificates: CertificateCounts
}

const oldest = ({ count, oldest }: WaitingCount) => ({ count, note: oldest ? `oldest ${howLong(oldest)}` : '' })

const hazardItem = ({ count, late }: AgentToDo['hazards'], list: string, sort = ''): Item => ({
  ...{ count, words: plural(count, 'hazard'), late: late > 0 },
  note: late > 0 ? `${counted(late)} past a target` : '',
  href: `${list}?hazard=significant%2Cemergency${sort}`,
})

export const MustDoHead = ({ must }: { must: MustDo }) => {
  const { toAssign, urgent, late, hazards, hazardsLate, visits, quotes, conversations, complaints } = must
  const { failed, failedSince, waiting, away } = must.emails
  return (
    <ToDo
      head
      items={[
        hazardItem({ count: hazards.count, late: hazardsLate.count }, '/admin/jobs', '&sort=visitBy'),
        { ...oldest(toAssign), words: 'to assign', href: '/admin/jobs?waitingOn=admin&status=pending&sort=waiting' },
        {
          ...oldest(urgent),
          words: 'urgent',
          href: '/admin/jobs?waitingOn=admin&status=pending&urgency=high&sort=waiting',
          late: true,
        },
        { ...oldest(late), words: 'late', href: '/admin/jobs?late=yes&sort=visitBy', late: true },
        ...certificateItems(must.certificates, 'admin'),
        { ...oldest(visits), words: `${plural(visits.count, 'visit')} to invoice`, href: '/?tab=visits' },
        { ...oldest(quotes), words: `${plural(quotes.count, 'quote')} to invoice`, href: '/?tab=quotes' },
        {
          ...{ count: must.lateInvoices, words: `late ${plural(must.lateInvoices, 'invoice')}` },
          ...{ href: '/invoices?state=late', late: true },
        },
        {
          ...oldest(conversations),
          words: `unread ${plural(conversations.count, 'conversation')}`,
          href: '/admin/messages?show=unread',
        },
        {
          ...oldest(complaints),
          words: `${plural(complaints.count, 'complaint')} to answer`,
          href: '/admin/complaints',
          late: true,
        },
        {
          ...oldest({ count: failed, oldest: failedSince }),
          words: `${plural(failed, 'e-mail')} not sent`,
          href: '/admin/emails?tab=failed',
          late: true,
        },
        {
          ...{ count: waiting, note: away ? 'Mail server away' : '', late: away !== null },
          words: `${plural(waiting, 'e-mail')} waiting`,
          href: '/admin/emails',
        },
      ]}
    >
      {failed + waiting === 0 && <AllSent away={away} />}
    </ToDo>
  )
}

const certificateItems = ({ late, soon }: CertificateCounts, role: Role | null): Item[] => [
  {
    ...{ count: late, words: `${plural(late, 'certificate')} late`, late: true },
    href: `${certificatesHref(role)}?state=late`,
  },
  {
    ...{ count: soon, words: `${plural(soon, 'certificate')} within 30 days` },
    href: `${certificatesHref(role)}?state=soon`,
  },
]

export type AgentToDo = { certificates: CertificateCounts; hazards: { count: number; late: number } }

export const AgentToDoLine = ({ certificates, hazards }: AgentToDo) =>
  hazards.count + certificates.late + certificates.soon > 0 && (
    <ToDo items={[hazardItem(hazards, '/jobs'), ...certificateItems(certificates, 'estate_agent')]} />
  )

const AllSent = ({ away }: Pick<EmailFigures, 'away'>) => (
  <li className="small-text">
    {away && <Badge tone="red" label="Mail server away" />}
    <a href="/admin/emails">{away ? 'E-mails are not being sent' : 'E-mails: all are sent'}</a>
  </li>
)

export const ContractorToDoLine = ({ toDo: { late, book = 0, visit = 0, finish = 0 } }: { toDo: ContractorToDo }) => (
  <ToDo
    items={[
      { count: late, words: 'late', href: '/jobs', late: true },
      { count: book, words: `${plural(book, 'visit')} to book`, href: '/jobs' },
      { count: visit, words: `${plural(visit, 'visit')} to log`, href: '/visit' },
      { count: finish, words: 'to finish', href: '/jobs' },
    ]}
  />
)
