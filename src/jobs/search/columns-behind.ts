import { columnsShown, JOB_COLUMN_NAMES, type JobColumnName } from '#src/domain/job/columns.ts'
import { WrongQuery } from '#src/http/errors.ts'
import { pageOf, queryIn, someOf } from '#src/http/query.ts'
import { jobFilterOf } from './filters.ts'

export function columnsBehind(request: Request): JobColumnName[] {
  const query = queryIn(new URL(pageOf(request) ?? '/', 'http://own.invalid').searchParams)
  try {
    return columnsShown(jobFilterOf(query), someOf('columns', JOB_COLUMN_NAMES, query.columns))
  } catch (error) {
    if (error instanceof WrongQuery) return columnsShown({})
    throw error
  }
}
