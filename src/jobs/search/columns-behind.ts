import { columnsShown, JOB_COLUMN_NAMES, type JobColumnName } from '#src/domain/job/columns.ts'
import { WrongQuery } from '#src/http/errors.ts'
import { pageOf, type Query, queryIn, someOf } from '#src/http/query.ts'
import { type JobFilter, jobFilterOf } from './filters.ts'

function ofPageBehind<Of>(request: Request, read: (query: Query, path: string) => Of, wrong: Of): Of {
  const { pathname, searchParams } = new URL(pageOf(request) ?? '/', 'http://own.invalid')
  try {
    return read(queryIn(searchParams), pathname)
  } catch (error) {
    if (error instanceof WrongQuery) return wrong
    throw error
  }
}

export const columnsBehind = (request: Request): JobColumnName[] =>
  ofPageBehind(
    request,
    (query) => columnsShown(jobFilterOf(query), someOf('columns', JOB_COLUMN_NAMES, query.columns)),
    columnsShown({}),
  )

export const filterBehind = (request: Request): JobFilter | null =>
  ofPageBehind(request, (query, path) => (path === '/admin/jobs' ? jobFilterOf(query) : null), null)
