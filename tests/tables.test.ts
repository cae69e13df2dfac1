import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as schema from '#db/schema.ts'

// A room reads and writes its own tables and calls the others' actions and queries. A join across rooms is allowed by name.

type Table = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends PgTable ? Name : never
}[keyof typeof schema]

const OWNERS: Record<Table, string> = {
  ...{ users: 'accounts', accountEvents: 'accounts', apiTokens: 'accounts' },
  ...{ passkeys: 'accounts', spentChallenges: 'accounts' },
  ...{
    sessions: 'access',
    signInFailures: 'access',
    signInAddresses: 'access',
    signInDevices: 'access',
    rateLimits: 'access',
    idempotencyKeys: 'writes',
    bulkActions: 'writes',
    bulkActionItems: 'writes',
  },
  ...{
    jobs: 'jobs',
    jobEvents: 'jobs',
    jobWords: 'jobs',
    pastContractors: 'jobs',
    lostJobs: 'jobs',
    hazards: 'jobs',
    hazardSummaries: 'jobs',
    firstVisitTallies: 'jobs',
    jobVisits: 'visits',
    quotes: 'quotes',
  },
  ...{
    invoices: 'invoices',
    settings: 'invoices',
    invoiceExports: 'invoices',
    accountingCodes: 'invoices',
    agencies: 'invoices',
    tradeFees: 'invoices',
    invoiceSums: 'invoices',
    invoiceSumChanges: 'invoices',
    figureChanges: 'figures',
  },
  certificates: 'properties',
  certificateExcuses: 'properties',
  certificateJobs: 'properties',
  changes: 'events',
  ...{
    messages: 'messages',
    messageMarks: 'messages',
    messageThreads: 'messages',
    links: 'links',
    reminders: 'reminders',
  },
  listViews: 'list-views',
  complaints: 'privacy',
  personRecords: 'privacy',
  ...{ urgentMarks: 'reminders', urgentNotices: 'reminders' },
  ...{
    webhooks: 'webhooks',
    webhookDeliveries: 'webhooks',
    webhookAttempts: 'webhooks',
    emailNotifications: 'emails',
    queuedWork: 'queue',
    uploadedObjects: 'photos',
    tallies: 'db',
    lastWrites: 'db',
    deliveryRates: 'queue',
  },
}

const JOB_WITH_PARTS = 'a job is read with its people, visits and quotes'
const QUOTE_WITH_JOB = 'a quote is searched by its job and contractor, and read by whoever may read its job'
const VISIT_WITH_JOB = 'a visit is listed and searched with its job and contractor'
const MESSAGES_OF_JOB = 'messages are read and told of by whoever may read their job'
const OF_PROPERTY = 'a property is its jobs: what hangs on them is listed and summed by them'
const WAITING = 'who waits for whom is read of jobs, and noted so that of two processes one tells it'
const EVERYWHERE = 'a person is found, and erased, wherever they are named'
const QUEUE = 'an e-mail and its place in the queue change together'

/** Who may join which tables of others, and why. */
const ALLOWED: Record<string, { tables: Table[]; because: string }> = {
  'src/dashboards/activity.ts': { tables: ['jobs', 'jobEvents', 'jobVisits'], because: 'sums over twelve weeks' },
  'src/dashboards/agent-figures.ts': { tables: ['jobs', 'certificates'], because: 'one statement for each poll' },
  'src/figures/kinds.ts': { tables: ['jobs', 'jobVisits', 'quotes', 'invoices'], because: 'counts of what happened' },
  'src/invoices/fees/queries.ts': {
    tables: ['jobs'],
    because: 'fees are kept for each agency that jobs are raised for',
  },
  'src/figures/ranks.ts': { tables: ['jobs', 'invoices'], because: 'of which most happened' },
  'src/figures/queries.ts': { tables: ['jobs'], because: 'what is open since a day that is kept' },
  'src/queue/metrics.ts': { tables: ['emailNotifications'], because: QUEUE },
  'src/emails/admin-queries.ts': { tables: ['queuedWork'], because: QUEUE },
  'src/emails/outage.ts': { tables: ['settings'], because: 'since when the mail server is away' },
  'src/emails/no-access.ts': {
    tables: ['jobs', 'users'],
    because: 'who has a job is asked again before it is told of',
  },
  'src/emails/notify.ts': { tables: ['users'], because: 'a recipient as others may know them' },
  'src/events/record.ts': {
    tables: ['jobs', 'jobVisits', 'quotes', 'invoices'],
    because: 'who may see a thing is kept with its change',
  },
  'src/events/queries.ts': { tables: ['settings'], because: 'how far the events were removed' },
  'src/events/removal.ts': { tables: ['settings'], because: 'how far the events were removed' },
  'src/events/numbering.ts': { tables: ['settings'], because: 'how far the events were removed' },
  'src/access/credential.ts': {
    tables: ['apiTokens', 'users'],
    because: 'a session or token holds while its account does',
  },
  'src/access/known-addresses.ts': { tables: ['users'], because: 'addresses are asked for by an e-mail or username' },
  'src/access/actor.ts': { tables: ['users'], because: 'every request reads who makes it' },
  'src/access/session.ts': { tables: ['users'], because: 'a session is read with its user in one statement' },
  'src/access/token.ts': { tables: ['apiTokens', 'users'], because: 'a token is read with its user in one statement' },
  'src/jobs/backfill/backfill.ts': {
    tables: ['settings'],
    because: 'what the jobs of earlier versions have been given',
  },
  'src/jobs/backfill/past-waits.ts': {
    tables: ['jobVisits', 'quotes'],
    because: 'a job waits until all of it is invoiced',
  },
  'src/writes/bulk-actions.ts': { tables: ['jobs'], because: 'what was done at once names its jobs' },
  'src/jobs/assignment/in-hand.ts': { tables: ['users'], because: JOB_WITH_PARTS },
  'src/jobs/assignment/past-work.ts': {
    tables: ['jobVisits'],
    because: 'who has been at a property is read of visits',
  },
  'src/jobs/backfill/first-visitors.ts': { tables: ['jobVisits'], because: 'who made the first visit of a job' },
  'src/jobs/backfill/past-contractors.ts': {
    tables: ['jobVisits', 'quotes', 'settings'],
    because: 'who visited a job or quoted for it reads it',
  },
  'src/jobs/lifecycle/completed.ts': { tables: ['jobVisits'], because: 'the day of the work is that of its visit' },
  'src/jobs/queries.ts': { tables: ['quotes'], because: JOB_WITH_PARTS },
  'src/jobs/search/filter-choices.ts': {
    tables: ['invoices', 'users'],
    because: 'a filter names a contractor only to whom a job or an invoice does',
  },
  'src/jobs/selected.ts': { tables: ['users'], because: JOB_WITH_PARTS },
  'src/jobs/timeline.ts': { tables: ['users'], because: 'the names of other contractors are not for who lost a job' },
  'src/jobs/visible.ts': { tables: ['messages'], because: 'which message was the last when a job was lost' },
  'src/messages/backfill.ts': { tables: ['jobs', 'users'], because: MESSAGES_OF_JOB },
  'src/links/links.ts': { tables: ['users'], because: 'what the office has sent is what an administrator has' },
  'src/list-views/counts.ts': { tables: ['jobs'], because: 'views are counted by one statement' },
  'src/list-views/queries.ts': { tables: ['users'], because: 'a view is read with its maker' },
  'src/messages/of-job.ts': { tables: ['jobs'], because: JOB_WITH_PARTS },
  'src/messages/queries.ts': { tables: ['jobs', 'users'], because: MESSAGES_OF_JOB },
  'src/messages/notify.ts': { tables: ['jobs', 'users'], because: MESSAGES_OF_JOB },
  'src/messages/threads.ts': { tables: ['jobs'], because: MESSAGES_OF_JOB },
  'src/messages/unread.ts': { tables: ['jobs'], because: MESSAGES_OF_JOB },
  'src/photos/queries.ts': { tables: ['jobs', 'jobVisits'], because: 'a photo is read by whoever may read its job' },
  'src/retention/letters.ts': { tables: ['emailNotifications', 'personRecords'], because: EVERYWHERE },
  'src/privacy/people/addresses.ts': { tables: ['accountEvents', 'users'], because: EVERYWHERE },
  'src/privacy/people/erase.ts': {
    tables: [
      'accountEvents',
      'emailNotifications',
      'hazardSummaries',
      'jobs',
      'lostJobs',
      'queuedWork',
      'pastContractors',
      'users',
    ],
    because: EVERYWHERE,
  },
  'src/privacy/people/export.ts': { tables: ['quotes', 'emailNotifications'], because: EVERYWHERE },
  'src/privacy/people/find.ts': { tables: ['jobs', 'users'], because: EVERYWHERE },
  'src/privacy/people/keys.ts': { tables: ['links'], because: EVERYWHERE },
  'src/privacy/people/scrub.ts': { tables: ['invoices', 'jobWords', 'jobs', 'users'], because: EVERYWHERE },
  'src/privacy/people/terms.ts': {
    tables: ['accountEvents', 'hazardSummaries', 'jobEvents', 'jobs', 'users'],
    because: EVERYWHERE,
  },
  'src/properties/certificates/of-job.ts': { tables: ['jobs'], because: JOB_WITH_PARTS },
  'src/properties/certificates/raise.ts': {
    tables: ['jobs'],
    because: 'whether a job that was raised for it is open',
  },
  'src/properties/certificates/remind.ts': {
    tables: ['jobs'],
    because: 'whether a job that was raised for it is open',
  },
  'src/properties/lists.ts': { tables: ['jobVisits'], because: OF_PROPERTY },
  'src/properties/queries.ts': { tables: ['invoices', 'jobs', 'jobVisits', 'quotes', 'users'], because: OF_PROPERTY },
  'src/quotes/actions.ts': { tables: ['jobs'], because: QUOTE_WITH_JOB },
  'src/quotes/backfill.ts': { tables: ['jobs'], because: QUOTE_WITH_JOB },
  'src/quotes/of-job.ts': { tables: ['jobs', 'users'], because: JOB_WITH_PARTS },
  'src/quotes/pending.ts': { tables: ['jobs'], because: QUOTE_WITH_JOB },
  'src/quotes/queries.ts': { tables: ['jobs', 'jobVisits', 'users'], because: QUOTE_WITH_JOB },
  'src/quotes/readable.ts': { tables: ['jobs'], because: QUOTE_WITH_JOB },
  'src/quotes/side-by-side.ts': { tables: ['jobs'], because: 'rivals are found by their jobs' },
  'src/quotes/work.ts': { tables: ['jobs'], because: 'a quote is found by the quote work that carries it out' },
  'src/reminders/claim.ts': { tables: ['jobs'], because: WAITING },
  'src/reminders/queries.ts': { tables: ['jobs', 'quotes', 'users'], because: WAITING },
  'src/reminders/urgent.ts': { tables: ['jobs', 'users'], because: WAITING },
  'src/retention/jobs.ts': { tables: ['jobs', 'jobVisits'], because: 'jobs go with their photos' },
  'src/retention/last-change.ts': {
    tables: ['jobs', 'links', 'uploadedObjects'],
    because: 'the last change of a job is the latest of all that follows it',
  },
  'src/retention/rules.ts': {
    tables: [
      ...([
        'apiTokens',
        'bulkActions',
        'changes',
        'complaints',
        'emailNotifications',
        'figureChanges',
        'idempotencyKeys',
        'jobs',
        'links',
      ] as const),
      ...(['rateLimits', 'reminders', 'spentChallenges'] as const),
      ...(['sessions', 'signInAddresses', 'signInDevices', 'signInFailures', 'users', 'webhookDeliveries'] as const),
    ],
    because: 'how long each table is kept stands in one place',
  },
  'src/visits/of-job.ts': { tables: ['invoices', 'jobs', 'users'], because: JOB_WITH_PARTS },
  'src/visits/queries.ts': { tables: ['jobs', 'users'], because: VISIT_WITH_JOB },
  'src/webhooks/queries.ts': {
    tables: ['queuedWork', 'users'],
    because: 'a webhook is read with who answers for it, a delivery with when it is tried next',
  },
}

const ROOT = join(import.meta.dir, '..')
const paths = [...new Bun.Glob('{src,views,islands}/**/*.{ts,tsx}').scanSync(ROOT)].sort()
const files = await Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() })))

const tables = Object.entries(schema).flatMap(([name, value]) =>
  is(value, PgTable) ? [{ name: name as Table, sqlName: getTableName(value) }] : [],
)

/** The tables that a file takes from the schema, or names in SQL of its own. */
function tablesIn(text: string): Table[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  const imported = /import \{([^}]*)\} from '#db\/schema\.ts'/.exec(code)?.[1]?.split(/[\s,]+/) ?? []
  const named = [...code.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)\b(?!\.)/g)].map(([, name]) => name)
  return tables.flatMap(({ name, sqlName }) => (imported.includes(name) || named.includes(sqlName) ? [name] : []))
}

const roomOf = (path: string) => path.split('/')[1] ?? ''

test('a room’s tables are its own, but for the joins that are allowed by name', () => {
  const foreign = files.flatMap(({ path, text }) => {
    const others = tablesIn(text).filter((table) => OWNERS[table] !== roomOf(path))
    return others.length ? [[path, others.sort()] as const] : []
  })
  const allowed = Object.entries(ALLOWED).map(([path, { tables }]) => [path, [...tables].sort()])
  expect(Object.fromEntries(foreign)).toEqual(Object.fromEntries(allowed))
})

test('only retention, erasure, what delivers, and who comes by a token write another room’s table', () => {
  const writers = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].flatMap(([, name]) => {
      const owner = OWNERS[name as Table]
      return owner === undefined || owner === roomOf(path) ? [] : [path]
    }),
  )
  expect([...new Set(writers)]).toEqual([
    'src/access/token.ts',
    'src/emails/outage.ts',
    'src/jobs/backfill/backfill.ts',
    'src/privacy/people/erase.ts',
    'src/retention/jobs.ts',
  ])
})

test('views and islands know no table', () => {
  const knowing = files.filter(({ path, text }) => !path.startsWith('src/') && /#db\/|drizzle/.test(text))
  expect(knowing.map(({ path }) => path)).toEqual([])
})
