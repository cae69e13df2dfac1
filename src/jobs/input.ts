import { type Static, Type } from '@sinclair/typebox'
import { MIN_ISSUE_LENGTH, URGENCIES } from './job.ts'

const line = (error: string) => Type.String({ minLength: 1, maxLength: 200, error })

/** What an agent fills in to raise a job, and what an administrator may edit. */
export const JobInput = Type.Object({
  estateAgentName: line('Your name is required'),
  estateAgency: line('Estate agency is required'),
  propertyName: line('Property name is required'),
  propertyAddress: Type.String({ minLength: 1, maxLength: 1000, error: 'Property address is required' }),
  issueDescription: Type.String({
    minLength: MIN_ISSUE_LENGTH,
    maxLength: 10_000,
    error: `Please provide a detailed description (min ${MIN_ISSUE_LENGTH} characters)`,
  }),
  urgency: Type.Union(
    URGENCIES.map((urgency) => Type.Literal(urgency)),
    { default: 'medium', error: 'Urgency must be low, medium or high' },
  ),
  accessNotes: Type.Optional(Type.String({ maxLength: 5000, error: 'Access notes must be text' })),
})
export type JobInput = Static<typeof JobInput>

/** Some of JobInput's fields: a PATCH. Access notes are emptied with ''. */
export const JobChange = Type.Partial(JobInput)
export type JobChange = Static<typeof JobChange>

export const Assignment = Type.Object({
  contractorId: Type.String({ format: 'uuid', error: 'Please choose a contractor' }),
})

export const Cancellation = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: 1000, error: 'Please give a reason' }),
})
