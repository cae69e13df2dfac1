import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { JOB_COLUMN_NAMES } from '#src/domain/job/columns.ts'
import { pageOf, queryIn, someOf } from '#src/http/query.ts'
import { dialogOrPage } from '#src/http/respond/respond.tsx'
import { ColumnChoice } from '#views/jobs/column-choice.tsx'

const LIST = '/admin/jobs'
const NOT_KEPT = ['columns', 'cursor', 'filters']

/** What the list shows by now, which may have been filtered since the link to here was made. */
function listAddress(request: Request): URLSearchParams {
  const behind = new URL(pageOf(request) ?? request.url, request.url)
  return behind.pathname === LIST ? behind.searchParams : new URL(request.url).searchParams
}

export const jobColumnsPages = new Elysia({ name: 'job-columns-pages' })
  .use(signedIn)
  .get(`${LIST}/columns`, ({ user, request }) => {
    authorize(user, 'openAdminScreens')
    const given = listAddress(request)
    return dialogOrPage({ user, request }, ColumnChoice, {
      chosen: someOf('columns', JOB_COLUMN_NAMES, queryIn(given).columns) ?? JOB_COLUMN_NAMES,
      rest: [...given].filter(([name, value]) => value && !NOT_KEPT.includes(name)),
    })
  })
