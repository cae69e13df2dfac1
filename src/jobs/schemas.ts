import { type TString, type TUnsafe, Type } from '@sinclair/typebox'
import { AWAY_UNTIL, COVERAGE, OfficeSchema, PersonSchema } from '#src/accounts/schemas.ts'
import {
  isOptional,
  JOB_DETAILS,
  type JobDetail,
  type JobDetailName,
  type OptionalDetail,
} from '#src/domain/job/fields.ts'
import { VISIT_TARGETS } from '#src/domain/job/first-visit.ts'
import { JOB_TYPES } from '#src/domain/job/job-type.ts'
import { JOB_STATUSES, LOST, SHOWN_STATUS_LABELS } from '#src/domain/job/status.ts'
import { EVENT_LABELS, type TimelineEvent } from '#src/domain/job/transitions.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { isSomebody, WAITING_FOR, WAITING_ON, WAITING_ON_LABELS } from '#src/domain/job/waiting.ts'
import { MAX_PHOTOS } from '#src/domain/photo/photo.ts'
import { CERTIFICATE_KIND_NAMES } from '#src/domain/property/certificate/certificate.ts'
import { CERTIFICATE_PURPOSES } from '#src/domain/property/certificate/raised.ts'
import { MAX_LINES } from '#src/domain/quote/lines.ts'
import { QUOTE_STATUS_LABELS, QUOTE_STATUSES, WORK_STATUSES } from '#src/domain/quote/quote.ts'
import { VAT_RATES } from '#src/domain/vat.ts'
import { INVOICING_STATUSES, VISIT_OUTCOMES } from '#src/domain/visit/visit.ts'
import {
  COUNT,
  choice,
  DAY_SCHEMA,
  INSTANT_SCHEMA,
  inWords,
  MONEY,
  objectSchema,
  orNull,
  PROBLEM_CODE,
  RECORDED_AT,
  TEXT,
  textsSchema,
  UNREACHED,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'
import { HazardSchema } from '#src/jobs/hazards/hazard-schemas.ts'
import { PHOTO_PATH } from '#src/photos/schemas.ts'
import { REFUSED } from '#src/writes/each.ts'

export const JOB_REF = Type.String({ pattern: '^JOB-\\d{6,}$', examples: ['JOB-000123'] })

const YES_OR_NO = choice(['yes', 'no'])
const PHOTOS = Type.Array(PHOTO_PATH, {
  maxItems: MAX_PHOTOS,
  description: 'Paths of photos, for GET /objects/{id}.',
})
const INVOICING = choice(INVOICING_STATUSES, {
  description: 'pending: not yet on an invoice; not_billable: a visit of quote work, whose quote is invoiced.',
})
const CONTRACTOR_ID = orNull(UUID, { description: 'Null for nobody, and where the account is gone.' })

const WHEN_INVOICED = 'Null before, and for a contractor of the visit of another.'

export const VisitSchema = objectSchema('Visit', 'What a contractor recorded of a visit.', {
  id: UUID,
  jobId: UUID,
  contractorId: CONTRACTOR_ID,
  contractor: orNull(PersonSchema),
  visitDate: withDescription(INSTANT_SCHEMA, 'When the visit was.'),
  outcome: choice(VISIT_OUTCOMES, { description: 'done, no_access (nobody let them in) or return (not finished).' }),
  workDescription: withDescription(
    TEXT,
    'The work done, or what happened.',
    'Topped up the pressure and bled the radiators.',
  ),
  photosUrls: PHOTOS,
  images: withDescription(PHOTOS, 'The older name of photosUrls.'),
  isQuoteRequired: YES_OR_NO,
  invoicingStatus: INVOICING,
  fee: orNull(MONEY, { description: `What was invoiced. ${WHEN_INVOICED}`, examples: ['60.00'] }),
  invoiceNumber: orNull(TEXT, { description: `Of the invoice. ${WHEN_INVOICED}`, examples: ['INV-000123'] }),
  createdAt: INSTANT_SCHEMA,
})

const Line = objectSchema('QuoteLine', 'A line of a quote.', {
  description: TEXT,
  quantity: Type.Number({ exclusiveMinimum: 0 }),
  unitPrice: withDescription(MONEY, 'Pounds, without VAT.', '120.00'),
  vatRate: choice(VAT_RATES, { description: 'Percent.' }),
})

export const QuoteSchema = objectSchema(
  'Quote',
  'A price for further work, which the estate agent approves or declines.',
  {
    id: UUID,
    jobId: UUID,
    contractorId: CONTRACTOR_ID,
    contractor: orNull(PersonSchema),
    visitId: orNull(UUID, { description: 'The visit that it came with.' }),
    description: withDescription(TEXT, 'The work that it is for.', 'Replace the expansion vessel.'),
    amount: withDescription(MONEY, 'What is approved and invoiced: pounds, VAT included.', '480.00'),
    materialsCost: orNull(MONEY, { examples: ['150.00'] }),
    laborCost: orNull(MONEY, { examples: ['330.00'] }),
    estimatedDuration: orNull(TEXT, { examples: ['Half a day'] }),
    validUntil: orNull(DAY_SCHEMA, { description: 'The last day on which it can be approved.' }),
    status: choice(QUOTE_STATUSES, {
      description: `${inWords(QUOTE_STATUS_LABELS)}; rejected is an older word for declined.`,
    }),
    workStatus: withDescription(choice(WORK_STATUSES), 'How far the work is, once it is approved.'),
    invoicingStatus: INVOICING,
    notes: orNull(TEXT),
    version: Type.Integer({ minimum: 1, description: 'Grows with each revision. Approve and decline may name it.' }),
    lines: orNull(Type.Array(Line, { minItems: 1, maxItems: MAX_LINES }), { description: 'Null when it has none.' }),
    net: orNull(MONEY, { description: 'The sum of the lines without VAT; null without lines.' }),
    vat: orNull(MONEY, { description: 'The VAT of the lines; null without lines.' }),
    reason: orNull(TEXT, { description: 'Why it was declined or withdrawn.' }),
    workJobId: orNull(UUID, { description: 'The job that carries it out, once it is approved.' }),
    createdAt: INSTANT_SCHEMA,
    updatedAt: INSTANT_SCHEMA,
  },
)

type Details = { [Name in JobDetailName]: Name extends OptionalDetail ? TUnsafe<string | null> : TString }
const FOR_ITS_CONTRACTOR = 'Null also for a contractor who does not have the job.'
const FOR_WHO_WORKS_THERE = 'Null also for a contractor who does not have the job, or has finished it.'

function detail(name: JobDetailName) {
  const { term, choices }: JobDetail = JOB_DETAILS[name]
  const description = [
    `${term}${choices ? `: ${inWords(choices)}; an old job may have a word of its own` : ''}.`,
    ...(name === 'accessNotes' || name.startsWith('tenant') ? [FOR_WHO_WORKS_THERE] : []),
  ].join(' ')
  return isOptional(name) ? orNull(TEXT, { description }) : withDescription(TEXT, description)
}
const DETAILS = Object.fromEntries(
  Object.keys(JOB_DETAILS).map((name) => [name, detail(name as JobDetailName)]),
) as unknown as Details

const WAITS_ON = WAITING_ON.filter(isSomebody)

const JOB_STATE = {
  jobType: choice(JOB_TYPES, { description: 'visit, or quote_work: the work of an approved quote.' }),
  status: choice([...JOB_STATUSES, LOST], {
    description: `${inWords(SHOWN_STATUS_LABELS)}: all that a contractor reads of the state of a job that they had.`,
  }),
}

const Appointment = objectSchema('Appointment', 'A booked visit.', { startsAt: INSTANT_SCHEMA, endsAt: INSTANT_SCHEMA })

const JobCertificateSchema = objectSchema('JobCertificate', 'What a job was raised for by itself.', {
  kind: choice(CERTIFICATE_KIND_NAMES),
  name: withDescription(TEXT, 'Of the kind other; empty otherwise.'),
  purpose: choice(CERTIFICATE_PURPOSES, {
    description: 'renewal, or remedy: putting right what an electrical report found.',
  }),
  endsOn: DAY_SCHEMA,
})

export const JobSchema = objectSchema(
  'Job',
  'A repair job, with its people, quotes and visits as far as the caller may read them.',
  {
    id: UUID,
    jobRef: JOB_REF,
    estateAgentId: orNull(UUID),
    contractorId: orNull(UUID, { description: 'Who has the job; null for nobody.' }),
    ...DETAILS,
    ...JOB_STATE,
    urgency: choice(URGENCIES),
    parentJobId: orNull(UUID, { description: 'Of quote work the job that the quote was for.' }),
    photosUrls: withDescription(PHOTOS, 'Paths of the photos that it was raised with, for GET /objects/{id}.'),
    postcode: orNull(TEXT, { description: 'As found in the address.', examples: ['GU7 1HE'] }),
    rivalOfJobId: orNull(UUID, {
      description: 'The job beside whose quote this one was made to get another. Null for contractors.',
    }),
    cancelReason: orNull(TEXT),
    waitingOn: orNull(choice(WAITS_ON), {
      description: `Whose move it is: ${inWords(WAITING_ON_LABELS)}; null for nobody.`,
    }),
    waitingFor: orNull(choice(WAITING_FOR), { description: 'For what; null with nobody.' }),
    waitingSince: INSTANT_SCHEMA,
    visitBy: orNull(INSTANT_SCHEMA, { description: 'When the first visit is due; null for quote work.' }),
    visitTarget: orNull(choice(VISIT_TARGETS), { description: 'Whether the first visit was or is in time.' }),
    noAccessVisits: withDescription(
      COUNT,
      'How often nobody let the contractor in, which does not meet the target. 0 for a contractor who does not have the job.',
    ),
    hazard: orNull(HazardSchema, { description: `Null where none is marked. ${FOR_ITS_CONTRACTOR}` }),
    certificate: orNull(JobCertificateSchema, {
      description: `The certificate that it was raised for, or until it is renewed the job that it follows as quote work or another quote. ${FOR_ITS_CONTRACTOR}`,
    }),
    appointment: orNull(Appointment, { description: `The booked visit. ${FOR_ITS_CONTRACTOR}` }),
    hiddenFromEstateAgent: withDescription(YES_OR_NO, 'Whether the estate agent has removed it from their lists.'),
    createdAt: INSTANT_SCHEMA,
    updatedAt: INSTANT_SCHEMA,
    contractor: orNull(PersonSchema),
    estateAgent: orNull(PersonSchema),
    office: orNull(OfficeSchema, { description: 'Null where the installation names none.' }),
    quotes: Type.Array(QuoteSchema, {
      description: 'Those that the caller may read. Quote work has the one it carries out.',
    }),
    visits: Type.Array(VisitSchema),
    unreadMessages: withDescription(COUNT, 'Messages of others that the caller has not read.'),
    quote: orNull(Type.Number({ minimum: 0 }), {
      description:
        'The amount of its newest quote that was neither declined nor withdrawn, else of its newest, as a number of pounds.',
    }),
  },
)
export const Jobs = Type.Array(JobSchema)

export const ChangedJob = objectSchema('ChangedJob', 'The job as it now is.', { ...JobSchema.properties, ...UNREACHED })

const TIMELINE_EVENTS = Object.keys(EVENT_LABELS) as TimelineEvent[]

export const JobEventSchema = objectSchema('JobEvent', 'An entry of the timeline.', {
  id: Type.Integer(),
  actorId: orNull(UUID, { description: 'Null where the account is gone.' }),
  actorName: TEXT,
  event: choice(TIMELINE_EVENTS, { description: `${inWords(EVENT_LABELS)}.` }),
  fromStatus: orNull(choice(JOB_STATUSES)),
  toStatus: orNull(choice(JOB_STATUSES)),
  detail: orNull(
    textsSchema(
      'What belongs to the event, such as a reason, or before.urgency and after.urgency. Null where it is not for the caller.',
    ),
  ),
  recordedAt: RECORDED_AT,
  createdAt: INSTANT_SCHEMA,
})
export const TimelineSchema = Type.Array(JobEventSchema, { description: 'The newest 500, oldest first.' })

export const StatsSchema = objectSchema('Stats', 'Figures of the dashboard, of what the caller may read.', {
  activeJobs: withDescription(COUNT, 'Not completed, invoiced or cancelled; of a contractor those in hand.'),
  pendingQuotes: withDescription(COUNT, "Quotes that wait for a decision; of a contractor the contractor's own."),
})

export const Suggestion = objectSchema('Suggestion', 'A contractor to whom a job may be given.', {
  id: UUID,
  firstName: PersonSchema.properties.firstName,
  lastName: PersonSchema.properties.lastName,
  company: PersonSchema.properties.company,
  email: orNull(Type.String({ format: 'email' })),
  phone: orNull(TEXT),
  ...COVERAGE,
  hasTrade: withDescription(YES, 'Whether the job is of one of their trades.'),
  coversArea: withDescription(YES, 'Whether it is in one of their areas.'),
  openJobs: withDescription(COUNT, 'What they have in hand.'),
  lateJobs: withDescription(COUNT, 'What of it is late.'),
  awayUntil: AWAY_UNTIL,
  reasons: Type.Array(
    Type.Object(
      { label: TEXT, good: orNull(YES, { description: 'Whether it speaks for them; null for neither.' }) },
      { additionalProperties: false },
    ),
    {
      description: 'Why they stand where they stand, in words for people.',
      examples: [[{ label: 'plumbing in GU1 11 times, once late', good: true }]],
    },
  ),
})
export const Suggestions = Type.Array(Suggestion, { description: 'The best first.' })

export const JobsDeleted = objectSchema('JobsDeleted', 'What has been deleted.', {
  message: TEXT,
  count: withDescription(COUNT, 'How many jobs.'),
})

export const RESULT = {
  id: withDescription(TEXT, 'As it was sent.'),
  message: orNull(TEXT, { description: 'Why it was refused, or whom no e-mail reaches; null with nothing to say.' }),
  jobRef: orNull(JOB_REF, { description: 'Null where there is no such job.' }),
}

const JobResult = objectSchema('JobResult', 'What became of one of several jobs.', {
  ...RESULT,
  status: choice([200, ...REFUSED], { description: 'What the call for one job would have answered.' }),
  code: Type.Optional(withDescription(PROBLEM_CODE, 'Of a refused one.')),
})
export const JobResults = objectSchema('JobResults', 'What became of each.', {
  results: Type.Array(JobResult, { description: 'In the order of the request.' }),
})

const JobImported = objectSchema('JobImported', 'A job that was made.', {
  id: UUID,
  status: choice([201]),
  message: Type.Null({ description: 'As there is nothing to say.' }),
  jobRef: JOB_REF,
})
const RowRefused = objectSchema('RowRefused', 'A row that made no job.', {
  id: Type.Null(),
  status: choice(REFUSED),
  code: PROBLEM_CODE,
  message: withDescription(TEXT, 'Why, in words.'),
  errors: textsSchema('What is wrong in which field of the row.'),
  jobRef: Type.Null(),
})
export const ImportResults = objectSchema('ImportResults', 'What became of each row.', {
  results: Type.Array(Type.Union([JobImported, RowRefused]), { description: 'In the order of the request.' }),
})
