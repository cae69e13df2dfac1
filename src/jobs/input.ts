import { type Static, Type } from '@sinclair/typebox'
import { MIN_ISSUE_LENGTH, URGENCIES, type Urgency } from './job.ts'

const line = (error: string) => Type.String({ minLength: 1, maxLength: 200, error })

const fields = {
  estateAgentName: line('Your name is required'),
  estateAgency: line('Estate agency is required'),
  propertyName: line('Property name is required'),
  propertyAddress: Type.String({ minLength: 1, maxLength: 1000, error: 'Property address is required' }),
  issueDescription: Type.String({
    minLength: MIN_ISSUE_LENGTH,
    maxLength: 10_000,
    error: `Please provide a detailed description (min ${MIN_ISSUE_LENGTH} characters)`,
  }),
  accessNotes: Type.Optional(Type.String({ maxLength: 5000, error: 'Access notes must be text' })),
}
const urgency = (options: { default?: Urgency } = {}) =>
  Type.Union(
    URGENCIES.map((one) => Type.Literal(one)),
    { ...options, error: 'Urgency must be low, medium or high' },
  )

/** What an agent fills in to raise a job, and what an administrator may edit. */
export const JobInput = Type.Object({ ...fields, urgency: urgency({ default: 'medium' }) })
export type JobInput = Static<typeof JobInput>

/** Some of JobInput's fields: a PATCH. What is left out stays as it is; access notes are emptied with ''. */
export const JobChange = Type.Partial(Type.Object({ ...fields, urgency: urgency() }), { keepEmpty: true })
export type JobChange = Static<typeof JobChange>

export const Assignment = Type.Object({
  contractorId: Type.String({ minLength: 1, maxLength: 36, error: 'Please choose a contractor' }),
})

export const Cancellation = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 1000, error: 'Please give a reason' }),
})
