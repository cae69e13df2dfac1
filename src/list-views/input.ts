import { type Static, Type } from '@sinclair/typebox'
import { LIST_NAMES, LISTS, MAX_VIEW_NAME, MAX_VIEW_QUERY, MAX_VIEWS } from '#src/domain/list-view/list-view.ts'

const LISTS_KNOWN = `Please choose one of the lists: ${Object.keys(LISTS).join(', ')}`

const list = Type.Union(
  LIST_NAMES.map((name) => Type.Literal(name)),
  { error: LISTS_KNOWN },
)
const name = Type.String({ minLength: 1, maxLength: MAX_VIEW_NAME, error: 'Please enter a name' })
const query = Type.String({ maxLength: MAX_VIEW_QUERY, error: 'query must be what the list’s address has after its ?' })
const shared = Type.Boolean({ error: 'shared must be true or false' })
const place = Type.Integer({ minimum: 1, maximum: MAX_VIEWS, error: `place must be a number from 1 to ${MAX_VIEWS}` })

export const NewView = Type.Object({ list, name, query: Type.Optional(query), shared: Type.Optional(shared) })
export type NewView = Static<typeof NewView>

export const ViewChange = Type.Object(
  {
    name: Type.Optional(name),
    query: Type.Optional(query),
    shared: Type.Optional(shared),
    place: Type.Optional(place),
  },
  { keepEmpty: true },
)
export type ViewChange = Static<typeof ViewChange>
