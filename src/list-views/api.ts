import type { ListView } from '#src/domain/list-view/list-view.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { changeView, createView, deleteView } from './actions.ts'
import { countedViews, withKnownCount } from './counts.ts'
import { NewView, ViewChange } from './input.ts'
import { viewJson } from './json.ts'
import { viewsOf } from './queries.ts'
import { ViewSchema, ViewsSchema } from './schemas.ts'

const { get, post, patch, remove } = callsUnder('Views')
const BY = 'manageViews'

const withoutReading = (view: ListView) => viewJson(withKnownCount(view))

export const listViewsApi = apiOf('list-views-api', [
  get(
    '/api/views',
    'listViews',
    'One’s own views of lists, and everybody’s',
    { may: BY, answer: ViewsSchema },
    async ({ user }) => (await countedViews(await viewsOf(user))).map(viewJson),
  ),
  post(
    '/api/views',
    'createView',
    'Names filters, sort and columns of a list',
    { may: BY, body: NewView, refusals: [409], answer: ViewSchema, status: 201 },
    ({ user, body }) => createView(user, body),
    withoutReading,
  ),
  patch(
    '/api/views/:id',
    'changeView',
    'Changes what is given; `place` moves one’s own among one’s own',
    { may: BY, body: ViewChange, refusals: [409], answer: ViewSchema },
    ({ user, params, body }) => changeView(user, params.id, body),
    withoutReading,
  ),
  remove(
    '/api/views/:id',
    'deleteView',
    'Removes a view',
    { may: BY, answer: Confirmation },
    ({ user, params }) => deleteView(user, params.id),
    () => ({ message: 'The view has been removed.' }),
  ),
])
