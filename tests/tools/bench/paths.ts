import { keyOf } from '#tests/tools/bench/world/people.ts'

const JOB = '00000004-0000-7000-8000-00000000123d'
/** A place in the middle of every list. */
const MIDDLE = `${Date.UTC(2022, 0)}.${JOB}`
/** `:assigned` stands for a job that is, `:property` for one of the agent's, in the world that is asked. */
const contractor = keyOf('contractor')
const agent = keyOf('agent')

/** What is common, rare, a reference, misspelt and nowhere, of one word and of several. */
const SEARCHES = [
  'cottage',
  'JOB-009123',
  '9123',
  'nowhere',
  'zq',
  'ro',
  'e cottage',
  'cotage',
  'mason',
  'GU1+1AA',
  'lane+rose',
  'lane+rose+boiler',
  'rose+9123',
  'company+7',
]
const searched = (path: string, searches: readonly string[] = SEARCHES) =>
  searches.map((search) => `${path}${path.includes('?') ? '&' : '?'}search=${search}`)

const FILTERS = [
  ...['pending', 'in_progress', 'completed', 'cancelled', 'cancelled,completed'].map((status) => `status=${status}`),
  ...['agent', 'admin', 'contractor', 'nobody', 'admin,agent'].map((who) => `waitingOn=${who}`),
  'late=yes',
  `contractor=${contractor}`,
  `agent=${agent}`,
  'agency=Agency+7',
  'urgency=high',
  'urgency=high,low',
  'contractorType=drainage',
  'contractorType=pest_control',
  'jobType=quote_work',
  'jobType=visit',
  'jobType=quote_work&status=pending',
  'jobType=quote_work&status=completed',
  'createdFrom=2020-03-01&createdTo=2020-03-31',
  'createdFrom=2021-01-01&urgency=high&status=cancelled',
  'updatedSince=2020-01-01T00:00:00Z',
  'updatedSince=2099-01-01T00:00:00Z',
  'updatedSince=2020-01-01T00:00:00Z&status=pending&urgency=low',
  'property=12+Mill+Lane,+Guildford+GU1',
  'waitingOn=contractor&urgency=high',
  'late=yes&urgency=high&contractorType=roofing',
  'urgency=high&contractorType=drainage&status=cancelled',
  'urgency=high&contractorType=drainage&status=cancelled&sort=oldest',
  `contractor=${contractor}&status=assigned&urgency=low`,
  `agent=${agent}&contractor=${contractor}`,
  `agent=${agent}&status=cancelled&contractorType=drainage`,
  'agency=Agency+7&status=pending',
  'contractorType=pest_control&status=completed',
  'waitingOn=nobody&contractorType=drainage&status=cancelled',
]

const SORTS = [
  'sort=oldest',
  'sort=waiting',
  'sort=visitBy',
  'sort=urgent',
  'sort=urgent&status=pending',
  'sort=waiting&status=invoiced',
  'sort=waiting&status=pending&urgency=high',
  'sort=waiting&waitingOn=admin',
  `sort=waiting&contractor=${contractor}`,
  'sort=waiting&urgency=high&contractorType=pest_control',
  'sort=visitBy&late=yes',
  'sort=visitBy&contractorType=pest_control',
  `sort=visitBy&agent=${agent}`,
]

const MESSAGES = ['', '?show=unread', '?show=waiting', '?from=contractor', '?show=unread&from=estate_agent']
const messagesOf = (path: string) => [
  ...MESSAGES.map((query) => path + query),
  ...searched(path, ['cottage', 'nowhere', 'ro', '9123']),
]

const COUNTED = ['raised', 'assigned', 'visited', 'inTime', 'late', 'finished', 'open']

/** All, by what they are narrowed by, words that all or a seventh of them have, and rare ones. */
const INVOICES = [
  ...['', '?agency=Company+1', `?contractor=${contractor}`, '?property=12+Mill+Lane,+Guildford+GU1'],
  ...['?from=2025-10-01&to=2025-10-31', '?from=2025-10-02&to=2025-11-29', '?from=2024-03-07'],
  ...['owed', 'late', 'paid', 'void', 'late&agency=Company+1'].map((state) => `?state=${state}`),
  ...searched('', ['mason', 'inv', 'cardiff', 'INV-000123', 'nowhere', 'carl+mason+cottage']),
  ...searched('?state=owed', ['mason']),
].map((query) => `/invoices${query}`)

const certificatesAt = (path: string) =>
  [
    ...['', '?state=late', '?state=soon', '?state=later', '?kind=gas_safety', '?kind=epc&state=late', '?document=none'],
    ...['?state=late,soon&document=none', '?agency=Company+7', '?agency=Company+7&kind=gas_safety&state=soon'],
    ...searched('', ['cottage', 'REF-000123', 'nowhere', 'mason', 'elm+house', 'cotage']),
    ...searched('?state=late', ['cottage', 'nowhere']),
  ].map((query) => path + query)

const VISITS = ['/visits', '/visits?outcome=no_access', '/visits?outcome=no_access&from=2025-10-01&to=2025-10-31']

const ADMIN = [
  ...['', '?tab=visits', '?tab=quotes', '?tab=invoiced'].map((tab) => `/${tab}`),
  '/admin/jobs',
  `/admin/jobs?cursor=${MIDDLE}`,
  ...searched('/admin/jobs'),
  ...[...FILTERS, ...SORTS].map((query) => `/admin/jobs?${query}`),
  ...searched('/admin/jobs?status=pending', ['cottage', 'nowhere', 'ro', 'lane+rose+boiler']),
  ...searched('/admin/jobs?status=cancelled&urgency=high&contractorType=drainage', ['cottage', 'mason']),
  ...searched('/admin/jobs?sort=oldest', ['cottage', 'ro']),
  ...searched('/admin/jobs?sort=waiting', ['cottage', 'lane+rose+boiler']),
  ...searched('/admin/jobs?sort=visitBy&late=yes', ['cottage']),
  ...searched(`/admin/jobs?cursor=${MIDDLE}`, ['cottage', 'ro']),
  '/admin/jobs/new?since=0',
  '/admin/jobs/new?since=0&status=cancelled&urgency=high',
  '/admin/jobs/new?since=0&search=cottage',
  ...[`/admin/jobs/${JOB}`, '/admin/jobs/:assigned/assign', '/admin/jobs/:assigned/chase'],
  ...[...messagesOf('/admin/messages'), `/admin/messages/${JOB}`, '/api/messages?limit=50'],
  ...['/admin/figures', '/admin/figures?month=2025-10', '/api/figures?from=2025-01-01&to=2025-12-31'],
  ...COUNTED.map((counted) => `/admin/jobs?counted=${counted},2025-10-01,2025-10-31`),
  ...['/admin/views', '/admin/views/sidebar', '/admin/actions', '/api/views'],
  '/admin/properties/:property',
  `/api/jobs/${JOB}/contractors?search=mason`,
  '/api/jobs?limit=50',
  '/api/jobs?limit=50&status=cancelled',
  '/api/jobs?limit=50&waitingOn=contractor&urgency=high',
  '/api/jobs/completed?limit=50',
  ...['/admin/quotes', '/admin/quotes?status=pending', '/admin/quotes?status=declined'],
  ...searched('/admin/quotes'),
  ...searched('/admin/quotes?status=pending', ['cottage', 'nowhere', 'ro']),
  ...['/api/quotes?limit=50', '/api/quotes/pending?limit=50', '/api/quotes/pending?limit=50&search=nowhere'],
  ...['/admin/quote-work', ...searched('/admin/quote-work')],
  ...['/api/quote-work-invoicing?limit=50', '/api/quote-work-invoicing?limit=50&search=nowhere'],
  ...['/api/contractor-visits-invoicing?limit=50', '/api/contractor-visits-invoicing?limit=50&search=nowhere'],
  '/api/invoiced-items?limit=50',
  ...searched('/api/invoiced-items?limit=50', ['nowhere', 'zq', 'INV-009123']),
  ...[...INVOICES, ...VISITS],
  ...certificatesAt('/admin/certificates'),
  ...['/admin/contractors', '/admin/contractors?search=mason', '/admin/contractors?search=nowhere'],
  ...['/admin/accounts', '/admin/accounts?tab=contractor', '/admin/accounts?search=hart'],
  ...[`/admin/contractors/${contractor}`, `/admin/contractors/${contractor}/reassign`],
  ...['/admin/emails', '/api/stats', '/api/jobs/recent'],
]

/** Every match is counted for scripts, as docs/api/lists-and-events.md promises: this grows with what is found. */
export const COUNTED_WHOLE = [
  ...searched('/api/jobs?limit=50', ['cottage', 'ro', 'lane+rose']),
  ...searched('/api/quotes?limit=50', ['cottage']),
  ...searched('/api/contractor-visits-invoicing?limit=50', ['cottage']),
  ...searched('/api/quote-work-invoicing?limit=50', ['cottage']),
  ...searched('/api/invoiced-items?limit=50', ['cardiff', 'mason']),
]

const AGENT = [
  ...['/', '/jobs', ...searched('/jobs')],
  ...['pending', 'completed', 'cancelled'].map((status) => `/jobs?status=${status}`),
  '/jobs?status=completed&search=cottage',
  ...FILTERS.map((query) => `/api/jobs?limit=50&${query}`),
  ...SORTS.map((query) => `/api/jobs?limit=50&${query}`),
  ...['/api/jobs?limit=50', '/api/jobs?limit=50&search=cottage', '/api/jobs/completed?limit=50'],
  ...['/quotes', '/quotes?status=pending', '/quotes?status=approved', ...searched('/quotes')],
  ...['/api/quotes?limit=50', '/api/quotes/pending?limit=50', '/completed-jobs'],
  ...['/invoices', '/invoices?state=owed', ...VISITS],
  ...certificatesAt('/certificates'),
  '/jobs/at-property?propertyAddress=12+Mill+Lane,+Guildford+GU1',
  '/properties/:property',
  ...messagesOf('/messages'),
  ...['/api/stats', '/api/jobs/recent'],
]

const CONTRACTOR = [
  ...messagesOf('/messages'),
  ...['/', '/jobs', ...searched('/jobs'), '/visit', '/visit?search=cottage'],
  ...['/history', '/history?show=quotes', '/completed-jobs', ...VISITS],
  ...['/invoices', '/invoices?state=owed&agency=Company+1'],
  ...['/api/jobs?limit=50', ...searched('/api/jobs?limit=50', ['cottage', 'nowhere', 'ro'])],
  ...FILTERS.map((query) => `/api/jobs?limit=50&${query}`),
  ...SORTS.map((query) => `/api/jobs?limit=50&${query}`),
  ...['/api/quotes?limit=50', ...searched('/api/quotes?limit=50', ['cottage', 'nowhere', 'ro'])],
  ...['/api/jobs/completed?limit=50', '/api/quotes/pending?limit=50', '/api/stats', '/api/jobs/recent'],
]

export const PATHS = { admin: [...ADMIN, ...COUNTED_WHOLE], agent: AGENT, contractor: CONTRACTOR } as const
