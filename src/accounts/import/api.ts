import { userJson } from '#src/accounts/json.ts'
import { isWrong } from '#src/domain/account/import-row.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import type { Typed } from '#src/http/input.ts'
import { JsonAnswer } from '#src/http/json-answer.ts'
import { importAccounts, judgeImport, WrongRows } from './actions.ts'
import { Import, LARGEST } from './input.ts'
import { ImportedSchema, JudgedImport } from './schemas.ts'

const { post } = callsUnder('Accounts')

export const importApi = apiOf('account-import-api', [
  post(
    '/api/accounts/import',
    'importAccounts',
    'Makes up to 500 contractors or estate agents in one go, or none; with dryRun it only judges them',
    { may: 'manageAccounts', body: Import, largest: LARGEST, answer: JudgedImport, also: { 201: ImportedSchema } },
    async ({ user, body: { role, rows, dryRun, leaveOutWrong } }) => {
      const given = rows.map((typed: Typed, index) => ({ line: index + 1, typed }))
      if (!dryRun) return importAccounts(user, role, given, { leaveOutWrong })
      const judged = await judgeImport(role, given)
      const wrong = judged.filter(isWrong)
      return { dryRun, right: judged.length - wrong.length, wrong: wrong.length, errors: new WrongRows(judged).errors }
    },
    (done) =>
      'created' in done
        ? new JsonAnswer({ created: done.created.map(userJson), untold: done.unreached }, { status: 201 })
        : done,
  ),
])
