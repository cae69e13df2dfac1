import { type Static, type TOptional, type TString, Type } from '@sinclair/typebox'
import { JOB_DETAILS, type JobDetail, type JobDetailName, type OptionalDetail } from '#src/domain/job/fields.ts'
import { URGENCIES, type Urgency } from '#src/domain/job/urgency.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { checked, type Judged, judged, REASON } from '#src/http/input.ts'
import { A_MOMENT, isInstant } from '#src/http/query.ts'
import { RAISED_HAZARD } from '#src/jobs/hazards/hazard-input.ts'
import { images } from '#src/photos/input.ts'

type Fields = { [Name in JobDetailName]: Name extends OptionalDetail ? TOptional<TString> : TString }

const CHOSEN = 'Please choose one of the list'

function text({ term, least = 1, most, missing, choices }: JobDetail) {
  if (missing) return Type.String({ minLength: least, maxLength: most, error: missing })
  if (choices)
    return Type.Optional(
      Type.Union(
        ['', ...Object.keys(choices)].map((one) => Type.Literal(one)),
        { error: CHOSEN },
      ),
    )
  return Type.Optional(Type.String({ maxLength: most, error: `${term[0]}${term.slice(1).toLowerCase()} must be text` }))
}
const fields = Object.fromEntries(
  Object.entries(JOB_DETAILS).map(([name, detail]) => [name, text(detail)]),
) as unknown as Fields
const urgency = (options: { default?: Urgency } = {}) =>
  Type.Union(
    URGENCIES.map((one) => Type.Literal(one)),
    { ...options, error: 'Urgency must be low, medium or high' },
  )

export const JobInput = Type.Object({ ...fields, urgency: urgency({ default: 'medium' }) })
export type JobInput = Static<typeof JobInput>

export const NewJob = Type.Object(
  { ...JobInput.properties, images: Type.Optional(images), ...RAISED_HAZARD },
  { $id: 'NewJob' },
)
export type NewJob = Static<typeof NewJob>

const RAISED = `Please say when the job was raised: ${A_MOMENT}`
const EARLIEST = new Date('2000-01-01T00:00:00Z')
const ImportedJob = Type.Object({
  ...JobInput.properties,
  createdAt: Type.String({ minLength: 1, maxLength: 40, error: RAISED }),
})
type ImportedJob = JobInput & { createdAt: Date }

function raisedRule({ createdAt: sent, ...details }: Static<typeof ImportedJob>): Judged<ImportedJob> {
  if (!isInstant(sent)) return { errors: { createdAt: RAISED } }
  const createdAt = new Date(sent)
  if (createdAt > new Date()) return { errors: { createdAt: 'The job must not be raised in the future' } }
  return judged(
    { ...details, createdAt },
    createdAt < EARLIEST ? { createdAt: 'The job must not be older than 2000' } : {},
  )
}

export const importedJob = (row: Readonly<Record<string, unknown>>): ImportedJob =>
  checked(ImportedJob, row, raisedRule)

const AS_SENT = Type.Optional(Type.String({ error: 'Must be text' }))
export const JobsToImport = Type.Object(
  {
    agentId: Type.String({ minLength: 1, maxLength: 36, error: 'Please choose an estate agent' }),
    jobs: Type.Array(
      Type.Object(Object.fromEntries(Object.keys(ImportedJob.properties).map((name) => [name, AS_SENT])), {
        error: 'This must be an object',
      }),
      {
        minItems: 1,
        maxItems: MAX_AT_ONCE,
        error: `Please give 1 to ${MAX_AT_ONCE} jobs`,
        description:
          "Each with the fields of NewJob but images, hazardLevel and hazardKinds, and when it was raised: createdAt. Without estateAgentName and estateAgency they are the agent's.",
      },
    ),
  },
  { $id: 'JobsToImport' },
)
export type JobsToImport = Static<typeof JobsToImport>

/** In bytes: 200 rows with long descriptions. */
export const LARGEST_IMPORT = 1_000_000

/** A PATCH: what is left out stays as it is, '' empties an optional detail. `images` are all that the job is to have. */
export const JobChange = Type.Partial(Type.Object({ ...fields, urgency: urgency(), images }), {
  keepEmpty: true,
  $id: 'JobChange',
})
export type JobChange = Static<typeof JobChange>

export const Assignment = Type.Object(
  {
    contractorId: Type.String({ minLength: 1, maxLength: 36, error: 'Please choose a contractor' }),
  },
  { $id: 'Assignment' },
)

const HOLDER = Type.String({ minLength: 1, maxLength: 36 })
const SEEN_WITH = 'This must be whom the job was seen with, or null for nobody'

export const JobAssignment = Type.Object(
  {
    ...Assignment.properties,
    instead: Type.Optional(Type.Union([HOLDER, Type.Null()], { keepNull: true, error: SEEN_WITH })),
  },
  { $id: 'JobAssignment' },
)

const jobIds = Type.Array(Type.String({ minLength: 1, maxLength: 36, error: 'This must be the id of a job' }), {
  minItems: 1,
  maxItems: MAX_AT_ONCE,
  error: `Please name 1 to ${MAX_AT_ONCE} jobs`,
})
const RECEIVER = 'Please choose a contractor, or nobody'
export const Reassignment = Type.Object(
  {
    contractorId: Type.Union([Type.String({ minLength: 1, maxLength: 36 }), Type.Null()], { error: RECEIVER }),
    jobIds: Type.Optional(jobIds),
  },
  { $id: 'Reassignment' },
)

const holder = Type.Union([HOLDER, Type.Null()], { keepNull: true, error: SEEN_WITH })
const CHOOSE = 'Please choose a contractor'
const ONE_WAY = 'Please send either items, or jobIds with one contractorId'

export const Assignments = Type.Object(
  {
    jobIds: Type.Optional(jobIds),
    contractorId: Type.Optional(Assignment.properties.contractorId),
    instead: Type.Optional(
      Type.Union(
        [HOLDER, Type.Null(), Type.Array(Type.Union([HOLDER, Type.Null()]), { minItems: 1, maxItems: MAX_AT_ONCE })],
        { keepNull: true, error: SEEN_WITH },
      ),
    ),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          jobId: Type.String({ minLength: 1, maxLength: 36, error: 'This must be the id of a job' }),
          contractorId: Assignment.properties.contractorId,
          instead: Type.Optional(holder),
        }),
        {
          minItems: 1,
          maxItems: MAX_AT_ONCE,
          error: `Please name 1 to ${MAX_AT_ONCE} jobs`,
          description: 'Each job with a contractor of its own, in place of jobIds, contractorId and instead.',
        },
      ),
    ),
  },
  { $id: 'Assignments' },
)

type Assigned = { jobId: string; contractorId: string; instead?: string | null }

export function assignmentsRule(input: Static<typeof Assignments>): Judged<Assigned[]> {
  const { items, jobIds, contractorId, instead } = input
  if (items) return jobIds || contractorId || instead !== undefined ? { errors: { items: ONE_WAY } } : { value: items }
  if (!jobIds) return { errors: { jobIds: `Please name 1 to ${MAX_AT_ONCE} jobs` } }
  if (!contractorId) return { errors: { contractorId: CHOOSE } }
  if (Array.isArray(instead) && instead.length !== jobIds.length)
    return { errors: { instead: 'Please name for each job whom it was seen with, or one for all' } }
  const seenWith = (index: number) => (Array.isArray(instead) ? instead[index] : instead)
  return { value: jobIds.map((jobId, index) => ({ jobId, contractorId, instead: seenWith(index) })) }
}

export const Reopening = Type.Object(
  {
    reason: REASON,
    keepContractor: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  },
  { $id: 'Reopening' },
)
export type Reopening = Static<typeof Reopening>

export const Cancellation = Type.Object(
  {
    reason: REASON,
  },
  { $id: 'Cancellation' },
)
export const Cancellations = Type.Object({ jobIds, reason: REASON }, { $id: 'Cancellations' })

export const Chase = Type.Object(
  {
    jobIds,
    text: Type.String({ minLength: 1, maxLength: 1000, error: 'Please write something' }),
    again: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  },
  { $id: 'Chase' },
)
export const ChaseText = Type.Pick(Chase, ['text'])
