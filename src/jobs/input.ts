import { type Static, type TOptional, type TString, Type } from '@sinclair/typebox'
import { MOST_AT_ONCE } from '#src/most-counted.ts'
import { images } from '#src/photos/input.ts'
import { REASON } from '#src/web/input.ts'
import { JOB_DETAILS, type JobDetail, type JobDetailName, type OptionalDetail } from './fields.ts'
import { URGENCIES, type Urgency } from './job.ts'

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

export const NewJob = Type.Object({ ...JobInput.properties, images: Type.Optional(images) }, { $id: 'NewJob' })
export type NewJob = Static<typeof NewJob>

/** A PATCH: what is left out stays as it is, '' empties an optional detail. */
export const JobChange = Type.Partial(Type.Object({ ...fields, urgency: urgency() }), {
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

const jobIds = Type.Array(Type.String({ minLength: 1, maxLength: 36, error: 'This must be the id of a job' }), {
  minItems: 1,
  maxItems: MOST_AT_ONCE,
  error: `Please name 1 to ${MOST_AT_ONCE} jobs`,
})
const RECEIVER = 'Please choose a contractor, or nobody'
/** Null: nobody has them. Without `jobIds` all that are in hand. */
export const Reassignment = Type.Object(
  {
    contractorId: Type.Union([Type.String({ minLength: 1, maxLength: 36 }), Type.Null()], { error: RECEIVER }),
    jobIds: Type.Optional(jobIds),
  },
  { $id: 'Reassignment' },
)

export const Assignments = Type.Object({ jobIds, ...Assignment.properties }, { $id: 'Assignments' })

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
