import { Type } from '@sinclair/typebox'
import { PROBLEMS } from '#src/http/problem-codes.ts'
import {
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  PROBLEM_CODE,
  TEXT,
  textsSchema,
  withDescription,
} from '#src/http/schemas.ts'

const Place = Type.Object(
  {
    pointer: Type.Optional(
      withDescription(TEXT, 'A place in the body, as RFC 6901 has it; empty for the whole.', '/propertyName'),
    ),
    parameter: Type.Optional(withDescription(TEXT, 'A parameter of the address.', 'limit')),
    header: Type.Optional(withDescription(TEXT, 'A header.', 'If-Match')),
    detail: withDescription(TEXT, 'What is wrong with it.', 'Property name is required'),
  },
  { additionalProperties: false },
)

const Meanwhile = objectSchema(
  'Meanwhile',
  'What was done to the job before, where `job_moved_on` and that is known.',
  {
    event: withDescription(TEXT, 'As in its timeline.', 'cancelled'),
    label: withDescription(TEXT, 'The same in words.', 'Job Cancelled'),
    by: orNull(TEXT, { description: 'By whom; null where the caller may not know.' }),
    at: INSTANT_SCHEMA,
    reason: orNull(TEXT, { description: 'Null where none was given, or the caller may not know.' }),
  },
)

export const ProblemSchema = objectSchema('Problem', 'Why a call was refused.', {
  type: Type.String({ format: 'uri-reference', description: 'Where the code is explained.' }),
  title: withDescription(TEXT, 'What the code means.'),
  status: Type.Integer({ minimum: 400, maximum: 599, description: 'The answer’s.' }),
  detail: withDescription(TEXT, 'What happened, in words for people.'),
  instance: withDescription(TEXT, 'The request’s id, as in the log.'),
  code: PROBLEM_CODE,
  problems: Type.Optional(Type.Array(Place, { minItems: 1, description: 'Where the request is wrong.' })),
  message: withDescription(TEXT, 'The same as detail.'),
  meanwhile: Type.Optional(Meanwhile),
  errors: Type.Optional(textsSchema('What is wrong, by the name of the field or parameter.')),
})

const codesOf = (status: number) => Object.entries(PROBLEMS).filter(([, [of]]) => of === status)

export const codesInWords = (status: number): string =>
  codesOf(status)
    .map(([code, [, title]]) => `- \`${code}\`: ${title}`)
    .join('\n')

export function problemExample(status: number): unknown {
  const [code = 'internal_error', [, title] = [500, '']] = codesOf(status)[0] ?? []
  return {
    type: `/api/docs/problems#${code}`,
    ...{ title, status, detail: `${title}.`, instance: 'urn:uuid:018f7e8a-5a0b-7c3d-9e4f-0123456789ab', code },
    message: `${title}.`,
  }
}
