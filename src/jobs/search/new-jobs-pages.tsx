import { and } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { fragment, unchangedPart } from '#src/http/respond/respond.tsx'
import { NewJobsLink } from '#views/jobs/news.tsx'
import { filteredBy, jobFilterOf } from './filters.ts'
import { MAX_NEW, newJobsSince } from './new-jobs.ts'
import { isFound, jobSearch, lookedThrough } from './search.ts'

export const newJobsPages = new Elysia({ name: 'new-jobs-pages' })
  .use(signedIn)
  .get('/admin/jobs/new', async ({ user, request, query }) => {
    authorize(user, 'openAdminScreens')
    const { since, ...filter } = query
    const at = /^\d{1,14}$/.test(String(since)) ? Number(since) : 0
    const { search, ...narrowed } = jobFilterOf(filter)
    const where = and(filteredBy(narrowed), search ? isFound(await jobSearch(search), lookedThrough(user)) : undefined)
    const found = await newJobsSince(new Date(at), where)
    const tag = String(found)
    if ((request.headers.get('hx-ptag') ?? '0') === tag) return unchangedPart(tag)
    const shown = withQuery('', jobFilterOf(filter)).slice(1)
    const response = fragment(request, found > 0 && <NewJobsLink count={found} most={MAX_NEW} query={shown} />)
    response.headers.set('hx-ptag', tag)
    return response
  })
