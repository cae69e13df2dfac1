import type { ReactNode } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import { ONLY_FILES } from '#src/domain/email/kinds.ts'
import type { AdminToDo, AgentFigures, ContractorToDo, InHandFilter, WaitingCount } from '#src/domain/job/waiting.ts'
import { howLong } from '#src/domain/job/waiting-words.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { type CertificateCounts, certificatesHref } from '#src/domain/property/certificate/found.ts'
import type { EmailFigures } from '../emails/queue.tsx'
import { threadsPath } from '../messages/threads.tsx'
import { Badge } from '../status/badge.tsx'
import { counted, plural, withCount } from '../ui/text.ts'
import { accountsMissing, FirstSteps } from './first-steps.tsx'

type Item = { count: number; words: string; href: string; note?: string; late?: boolean }

export const TO_DO = 'to-do'

const QUIET = <p className="muted">Nothing waits for you.</p>

const NO_JOBS = <p className="muted">No jobs yet. Jobs appear here when an estate agent raises one.</p>

type ToDoProps = {
  items: readonly Item[]
  /** What is said when nothing waits; null says nothing. */
  quiet?: ReactNode
  head?: boolean
  children?: ReactNode
}

const ToDo = ({ items, quiet = QUIET, head, children }: ToDoProps) => {
  const here = items.filter(({ count }) => count > 0)
  const waiting = [...here.filter(({ late }) => late), ...here.filter(({ late }) => !late)]
  if (waiting.length === 0 && !quiet) return null
  return (
    <section id={TO_DO} className={head && waiting.length > 0 ? 'to-do must-do' : 'to-do'} aria-label="Waiting for you">
      {waiting.length === 0 && quiet}
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

const hazardItem = ({ count, late, href }: Record<'count' | 'late', number> & { href: string }): Item => ({
  ...{ count, words: plural(count, 'hazard'), late: late > 0, href },
  note: late > 0 ? `${counted(late)} past a target` : '',
})

const lateItem = (count: number, href: string): Item => ({
  count,
  words: `${plural(count, 'job')} late`,
  href,
  late: true,
})

const unreadItem = (count: number, role: Role | null): Item => ({
  ...{ count, words: `unread ${plural(count, 'conversation')}` },
  href: `${threadsPath({ role })}?show=unread`,
})

const HAZARDS = 'hazard=significant%2Cemergency'

/** `roles`: those that somebody has, where there are no jobs yet. */
export const MustDoHead = ({ must, roles }: { must: MustDo; roles: readonly (Role | null)[] | null }) => {
  const { toAssign, urgent, late, hazards, hazardsLate, visits, quotes, conversations, complaints } = must
  const { failed, failedSince, waiting, away, onlyFiles } = must.emails
  const emails = { words: `${plural(waiting, 'e-mail')} waiting`, href: '/admin/emails' }
  const items: Item[] = [
    hazardItem({
      ...{ count: hazards.count, late: hazardsLate.count },
      href: `/admin/jobs?${HAZARDS}&sort=visitBy`,
    }),
    { ...oldest(toAssign), words: 'to assign', href: '/admin/jobs?waitingOn=admin&status=pending&sort=waiting' },
    {
      ...oldest(urgent),
      words: 'urgent to assign',
      href: '/admin/jobs?waitingOn=admin&status=pending&urgency=high&sort=waiting',
      late: true,
    },
    { ...lateItem(late.count, '/admin/jobs?late=yes&sort=visitBy'), ...oldest(late) },
    ...certificateItems(must.certificates, 'admin'),
    { ...oldest(visits), words: `${plural(visits.count, 'visit')} to invoice`, href: '/?tab=visits' },
    { ...oldest(quotes), words: `${plural(quotes.count, 'quote')} to invoice`, href: '/?tab=quotes' },
    {
      ...{ count: must.lateInvoices, words: `late ${plural(must.lateInvoices, 'invoice')}` },
      ...{ href: '/invoices?state=late', late: true },
    },
    { ...unreadItem(conversations.count, 'admin'), ...oldest(conversations) },
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
    { ...emails, count: away ? waiting : 0, note: 'Mail server away', late: true },
  ]
  const missing = roles ? accountsMissing(roles) : []
  if (missing.length > 0 && !away && items.every(({ count }) => count === 0))
    return <FirstSteps id={TO_DO} missing={missing} note={onlyFiles ? ONLY_FILES : null} />
  return (
    <ToDo head quiet={roles ? NO_JOBS : undefined} items={items}>
      {waiting > 0 && !away && (
        <li>
          <a href={emails.href}>
            <strong>{counted(waiting)}</strong> {emails.words}
          </a>
        </li>
      )}
      {failed + waiting === 0 && <AllSent {...must.emails} />}
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

export const AgentToDoLine = ({ figures: of }: { figures: Omit<AgentFigures, 'nextDue'> }) => (
  <ToDo
    quiet={of.activeJobs > 0 ? undefined : null}
    items={[
      hazardItem({ count: of.hazards, late: of.hazardsLate, href: `/jobs?${HAZARDS}` }),
      lateItem(of.late, '/jobs?late=yes'),
      {
        ...{ count: of.pendingQuotes, words: `${plural(of.pendingQuotes, 'quote')} to decide` },
        href: '/quotes?status=pending',
      },
      ...certificateItems({ late: of.certificatesLate, soon: of.certificatesSoon }, 'estate_agent'),
      unreadItem(of.unread, 'estate_agent'),
    ]}
  />
)

const AllSent = ({ away, onlyFiles }: EmailFigures) => (
  <li className="small-text">
    {away && <Badge tone="red" label="Mail server away" />}
    <a href="/admin/emails">{onlyFiles ? ONLY_FILES : away ? 'E-mails are not being sent' : 'E-mails: all are sent'}</a>
  </li>
)

type ContractorLineProps = { toDo: ContractorToDo; unread: number; activeJobs: number }

export const ContractorToDoLine = ({ toDo, unread, activeJobs }: ContractorLineProps) => {
  const { hazard, hazardsLate, late, booked, book, visit, finish } = toDo
  const narrowed = (waiting: InHandFilter) => withQuery('/jobs', { waiting })
  const quiet =
    booked > 0 ? <p className="muted">Nothing waits for you but {withCount(booked, 'booked visit')}.</p> : undefined
  return (
    <ToDo
      quiet={activeJobs > 0 ? quiet : null}
      items={[
        hazardItem({ count: hazard, late: hazardsLate, href: narrowed('hazard') }),
        lateItem(late, narrowed('late')),
        { count: book, words: `${plural(book, 'visit')} to book`, href: narrowed('book') },
        { count: visit, words: `${plural(visit, 'visit')} to log`, href: '/visit' },
        { count: finish, words: 'to finish', href: narrowed('finish') },
        unreadItem(unread, 'contractor'),
      ]}
    />
  )
}
