import { Type } from '@sinclair/typebox'

const text = (description: string) => Type.String({ description })

/** RFC 9457. */
export const Problem = Type.Object(
  {
    type: text('Where the code is explained.'),
    title: text('What the code means.'),
    status: Type.Integer({ description: 'As the answer’s.' }),
    detail: text('What happened, in words for people.'),
    instance: text('The request’s id, as in the log.'),
    code: text('What scripts tell errors apart by.'),
    message: text('As `detail`.'),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'What is wrong, by field or parameter.' }),
    ),
    problems: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.Optional(text('The place in the body, as RFC 6901.')),
          parameter: Type.Optional(text('The parameter of the address.')),
          header: Type.Optional(text('The header.')),
          detail: text('What is wrong with it.'),
        }),
        { description: 'Where the request is wrong.' },
      ),
    ),
  },
  { $id: 'Problem', description: 'Why a call was refused.' },
)
