/** A place: in a file that there is, lines before others; or a new file. */
export type Place = { file: string; lines: readonly (readonly [before: string, added: string])[] | string }

/** What is added by hand, and what a command then makes. */
export type Addition = { places: readonly Place[]; made?: readonly Place[] }

const email = `
export const jobOnHold = emailTemplate({
  subject: ({ jobRef }) => jobRef,
  title: 'A job was put on hold',
  preview: '{{jobRef}}: nothing is done for now',
  parts: [say\`\${'by'} put this job on hold.\`, facts(JOB_WITH_BADGES)],
  action: 'View in Fettle',
})
`

const listView = `import { Page, type PageFrame } from '#views/layout.tsx'

type Done = { items: readonly { id: string; workDescription: string }[]; figures: null }

export const DoneVisits = ({ items }: Done) => <>{items.map(({ id, workDescription }) => <p key={id}>{workDescription}</p>)}</>
export const DoneVisitsPage = ({ frame, ...list }: Done & { frame: PageFrame }) => (
  <Page {...frame} title="Done"><DoneVisits {...list} /></Page>
)
`

const listPages = `import { adminList, bySearch } from '#src/http/list/admin-list.tsx'
import { DoneVisits, DoneVisitsPage } from '#views/visits/done.tsx'
import { DONE_COLUMNS } from './csv.ts'
import { doneVisits } from './lists.ts'

export const doneVisitsPages = adminList({
  path: '/admin/visits',
  filterOf: bySearch,
  list: (_, { search }) => doneVisits(search),
  figures: async () => null,
  csv: { name: 'done-visits', columns: DONE_COLUMNS, list: (_, { search }) => doneVisits(search) },
  page: DoneVisitsPage,
  region: DoneVisits,
  items: DoneVisits,
})
`

const call = `
  put(
    '/api/profile/digest',
    'setDigest',
    'The same as reminders',
    { may: 'setReminders', body: RemindersSwitch, answer: Reminders },
    ({ user, body }) => setReminders(user, body),
    () => ({ byEmail: true, figures: false }),
  ),`

/** By the name that CONTRIBUTING.md gives it. */
export const ADDITIONS: Record<string, Addition> = {
  'A field of a job': {
    places: [
      {
        file: 'src/domain/job/fields.ts',
        lines: [['} as const satisfies', "parkingNotes: { term: 'Parking', most: 500, folded: true },"]],
      },
      { file: 'db/schema/jobs.ts', lines: [['tenantPhone: text()', 'parkingNotes: text(),']] },
    ],
  },
  'A status of a job': {
    places: [
      {
        file: 'src/domain/job/status.ts',
        lines: [
          [
            'completed: {',
            "on_hold: { label: 'On Hold', tone: 'grey', stage: 'inHand', next: ['in_progress'], waits: () => on('agent') },",
          ],
        ],
      },
      {
        file: 'src/domain/job/transitions.ts',
        lines: [['noAccess: {', "putOnHold: { label: 'Put on Hold', from: ['assigned'], to: 'on_hold' },"]],
      },
    ],
  },
  'A filter of jobs': {
    places: [
      {
        file: 'src/jobs/search/filters.ts',
        lines: [
          [
            'jobType: oneOfChoices(',
            "booked: oneOfChoices('Booked', { yes: 'When due' }, () => eq(jobs.appointmentStartsAt, jobs.visitBy)),",
          ],
        ],
      },
    ],
  },
  'A reminder': {
    places: [
      {
        file: 'src/reminders/reminder.ts',
        lines: [
          ["finish: 'Please", "shut: 'Nobody opened the door three times: please call',"],
          ['switch (role) {', "if (role === 'contractor' && hasWaited && job.noAccessVisits > 2) return 'shut'"],
        ],
      },
    ],
  },
  'A kind of e-mail': {
    places: [
      {
        file: 'src/domain/email/kinds.ts',
        lines: [
          [
            'job_handed_back: {',
            "job_on_hold: { to: ['agent'], after: ['handJobBack'], opens: 'job', label: 'On hold' },",
          ],
        ],
      },
      { file: 'views/emails/letters/jobs.tsx', lines: [['export const jobReopened', email]] },
      {
        file: 'src/visits/hand-back.ts',
        lines: [['await releaseQuoteWork(', "await notify(tx, 'job_on_hold', job, { by: user })"]],
      },
    ],
    made: [
      {
        file: 'views/emails/compiled/index.ts',
        lines: [
          ['import { jobAssigned }', "import { jobOnHold } from '#views/emails/letters/jobs.tsx'"],
          ['job_assigned: {', 'job_on_hold: { ...jobOnHold, html: jobAssignedHtml },'],
        ],
      },
    ],
  },
  'A kind of queued work': {
    places: [
      { file: 'src/domain/queue.ts', lines: [["urgent: 'urgent jobs'", "digest: 'digests',"]] },
      { file: 'src/background/handlers.ts', lines: [['urgent: {', 'digest: { work: async () => {} },']] },
    ],
  },
  'A call of the API': {
    places: [
      { file: 'src/reminders/api.ts', lines: [['  put(', call]] },
      {
        file: 'src/calls.ts',
        lines: [["['everybody', documentApi", "['signed in', remindersApi, '/api/profile/digest'],"]],
      },
    ],
  },
  'A list with search and CSV': {
    places: [
      {
        file: 'src/visits/lists.ts',
        lines: [
          ['export const visitsToInvoice', 'export const doneVisits = (search: string) => visitsToInvoice(search)'],
        ],
      },
      {
        file: 'src/visits/csv.ts',
        lines: [
          [
            'export const VISIT_COLUMNS',
            "export const DONE_COLUMNS: readonly CsvColumn<VisitWithJob>[] = [['Work', ({ workDescription }) => workDescription]]",
          ],
        ],
      },
      { file: 'views/visits/done.tsx', lines: listView },
      { file: 'src/visits/admin-pages.tsx', lines: listPages },
      {
        file: 'src/pages.ts',
        lines: [
          ['import { visitsPages }', "import { doneVisitsPages } from './visits/admin-pages.tsx'"],
          ["['admins', importPages", "['admins', doneVisitsPages, '/admin/visits /admin/visits/export.csv'],"],
        ],
      },
    ],
  },
}
