import { Type } from '@sinclair/typebox'
import { LIST_NAMES, MAX_VIEW_COUNT } from '#src/domain/list-view/list-view.ts'
import {
  COUNT,
  choice,
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  TEXT,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'

export const ViewSchema = objectSchema('View', 'Filters, sort and columns of a list, under a name.', {
  id: UUID,
  list: choice(LIST_NAMES, { description: 'Of which list.' }),
  name: withDescription(TEXT, 'Its name.', 'Urgent in Guildford'),
  query: withDescription(TEXT, 'What the list’s address has after its "?".', 'urgency=high&sort=oldest'),
  path: withDescription(TEXT, 'Where the list is shown so.'),
  shared: withDescription(YES, 'Whether all administrators have it.'),
  owner: Type.Object(
    { id: UUID, name: withDescription(TEXT, 'Their name.', 'Ada King') },
    { description: 'Who made it.' },
  ),
  mayChange: withDescription(YES, 'Whether the caller may change it.'),
  count: orNull(COUNT, {
    description: `How many it finds, at most ${MAX_VIEW_COUNT}; null where they are not counted. Up to five seconds old.`,
  }),
  more: withDescription(YES, `Whether it finds more than ${MAX_VIEW_COUNT}.`),
  createdAt: INSTANT_SCHEMA,
  updatedAt: INSTANT_SCHEMA,
})
export const ViewsSchema = Type.Array(ViewSchema, { description: 'One’s own in their order, then everybody’s.' })
