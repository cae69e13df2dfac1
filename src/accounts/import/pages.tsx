import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { type ImportRole, isWrong, MAX_ROWS } from '#src/domain/account/import-row.ts'
import { Invalid } from '#src/http/errors.ts'
import { handleForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { alreadyInvalid, onceByForm } from '#src/writes/idempotency.ts'
import { ImportedPage, ImportPage, type ImportProps } from '#views/accounts/admin/import.tsx'
import { importAccounts, judgeImport } from './actions.ts'
import { rowsOf } from './columns.ts'
import { sentTable } from './sent-table.ts'
import { isText, tableIn } from './table.ts'

const PATH = '/admin/accounts/import'

function rowsIn(text: string) {
  const table = tableIn(text)
  if ('problem' in table) throw new Invalid({ table: table.problem })
  const { rows, problems } = rowsOf(table)
  if (problems.length) throw new Invalid({ table: problems.join(' ') })
  if (rows.length === 0) throw new Invalid({ table: 'There is no row below the names of the columns' })
  if (rows.length > MAX_ROWS) throw new Invalid({ table: `There are ${rows.length} rows; ${MAX_ROWS} go at once` })
  return rows
}

export const importPages = new Elysia({ name: 'account-import-pages' })
  .use(signedIn)
  .get(PATH, ({ user, request, query }) => {
    authorize(user, 'manageAccounts')
    const role = query.role === 'estate_agent' ? 'estate_agent' : 'contractor'
    return page(request, <ImportPage frame={frameOf(request, user)} role={role} text="" />)
  })
  .post(PATH, async ({ user, request }) => {
    authorize(user, 'manageAccounts')
    const { typed, text } = await sentTable(request)
    const role: ImportRole = typed.role === 'estate_agent' ? 'estate_agent' : 'contractor'
    const show = (shown: Partial<ImportProps>, status = 200) => {
      const props = { frame: frameOf(request, user), role, text: isText(text) ? text : '', ...shown }
      return page(request, <ImportPage {...props} />, status)
    }
    return handleForm(
      { user, request, typed },
      {
        failed: 'Nothing Imported',
        back: PATH,
        invalid: async ({ errors }) => {
          const isOfTable = 'table' in errors || '' in errors
          return show(isOfTable ? { errors } : { rows: await judgeImport(role, rowsIn(text)) }, 422)
        },
        refused: async ({ status, errors }) => show({ errors }, status),
        work: async () => {
          const rows = rowsIn(text)
          if (!typed.create) {
            const judged = await judgeImport(role, rows)
            return show({ rows: judged }, judged.some(isWrong) ? 422 : 200)
          }
          const create = async () => {
            const leaveOutWrong = typed.create === 'right'
            const { created, unreached } = await importAccounts(user, role, rows, { leaveOutWrong })
            return { count: created.length, untold: unreached.join('\n') }
          }
          const result = await onceByForm({ user, request, typed }, create, alreadyInvalid)
          const done = { role, count: result.count, unreached: result.untold ? result.untold.split('\n') : [] }
          return page(request, <ImportedPage frame={frameOf(request, user)} {...done} />, 201)
        },
      },
    )
  })
