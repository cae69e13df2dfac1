import type { ReactNode } from 'react'
import type { WorkCounts } from '#src/domain/invoice/invoice.ts'
import type { AdminToDo, ContractorToDo } from '#src/domain/job/waiting.ts'
import { howLong } from '#src/domain/job/waiting-words.ts'
import { counted, plural } from '../ui/text.ts'

type Item = { count: number; words: string; href: string; note?: string; late?: boolean }

export const TO_DO = 'to-do'

const ToDo = ({ items, children }: { items: readonly Item[]; children?: ReactNode }) => {
  const waiting = items.filter(({ count }) => count > 0)
  return (
    <section id={TO_DO} className="to-do" aria-label="Waiting for you">
      {waiting.length === 0 ? (
        <p className="muted">Nothing waits for you.</p>
      ) : (
        <ul>
          {waiting.map(({ count, words, href, note, late }) => (
            <li key={href + words}>
              <a href={href} className={late ? 'late' : undefined}>
                <strong>{counted(count)}</strong> {words}
              </a>
              {note && <span className="small-text muted">{` (${note})`}</span>}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

const urgency = ({ urgent, oldest }: AdminToDo): string =>
  [urgent > 0 && `${counted(urgent)} urgent`, oldest && `oldest ${howLong(oldest)}`].filter(Boolean).join(', ')

type AdminToDoProps = { toDo: AdminToDo; counts: WorkCounts; children?: ReactNode }

export const AdminToDoLine = ({ toDo, counts, children }: AdminToDoProps) => (
  <ToDo
    items={[
      {
        count: toDo.toAssign,
        words: 'to assign',
        href: '/admin/jobs?waitingOn=admin&status=pending&sort=waiting',
        note: urgency(toDo),
      },
      { count: toDo.late, words: 'late', href: '/admin/jobs?late=yes&sort=visitBy', late: true },
      { count: counts.visits, words: `${plural(counts.visits, 'visit')} to invoice`, href: '/?tab=visits' },
      { count: counts.quotes, words: `${plural(counts.quotes, 'quote')} to invoice`, href: '/?tab=quotes' },
    ]}
  >
    {children}
  </ToDo>
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
