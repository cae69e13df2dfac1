import { JOB_COLUMN_NAMES } from '#src/domain/job/columns.ts'
import type { ListName } from '#src/domain/list-view/list-view.ts'
import { MAX_VIEW_QUERY } from '#src/domain/list-view/list-view.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { Invalid, WrongQuery } from '#src/http/errors.ts'
import { queryIn, someOf } from '#src/http/query.ts'
import { type JobFilter, jobFilterOf } from '#src/jobs/search/filters.ts'

const TOO_LONG = `These filters are too many: an address may have ${MAX_VIEW_QUERY} characters`

/** Of a view that an earlier version saved a filter may be known no more: throws WrongQuery. */
export const jobFilterIn = (query: string): JobFilter => jobFilterOf(queryIn(new URLSearchParams(query)))

/** The same for all addresses of one list. Throws Invalid. */
export function listQuery(_: ListName, typed: string): string {
  try {
    const given = queryIn(new URLSearchParams(typed))
    const columns = someOf('columns', JOB_COLUMN_NAMES, given.columns)
    const chosen = columns && columns.length < JOB_COLUMN_NAMES.length ? columns.join(',') : undefined
    const query = withQuery('', { ...jobFilterOf(given), columns: chosen }).slice(1)
    if (query.length > MAX_VIEW_QUERY) throw new Invalid({ query: TOO_LONG })
    return query
  } catch (error) {
    if (error instanceof WrongQuery) throw new Invalid({ query: Object.values(error.errors)[0] ?? '' })
    throw error
  }
}
