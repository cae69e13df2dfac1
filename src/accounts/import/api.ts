import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { userJson } from '#src/accounts/json.ts'
import { isWrong } from '#src/domain/account/import-row.ts'
import { describedUnder } from '#src/http/described.ts'
import { jsonInput, keepBody, type Typed } from '#src/http/input.ts'
import { json } from '#src/http/respond/json.ts'
import { once } from '#src/writes/idempotency.ts'
import { importAccounts, judgeImport, WrongRows } from './actions.ts'
import { ImportedSchema, JudgedImport } from './answers.ts'
import { Import, LARGEST } from './input.ts'

const described = describedUnder('Accounts')

export const importApi = new Elysia({ name: 'account-import-api' }).use(signedIn).post(
  '/api/accounts/import',
  async ({ user, request }) => {
    authorize(user, 'manageAccounts')
    await keepBody(request, undefined, LARGEST)
    const work = async () => {
      const { role, rows, dryRun, leaveOutWrong } = await jsonInput(request, Import)
      const given = rows.map((typed: Typed, index) => ({ line: index + 1, typed }))
      if (!dryRun) return importAccounts(user, role, given, { leaveOutWrong })
      const judged = await judgeImport(role, given)
      const wrong = judged.filter(isWrong)
      return { dryRun, right: judged.length - wrong.length, wrong: wrong.length, errors: new WrongRows(judged).errors }
    }
    return once({ user, request }, work, (done) =>
      'created' in done ? json({ created: done.created.map(userJson), untold: done.unreached }, 201) : json(done),
    )
  },
  described(
    'importAccounts',
    'Makes up to 500 contractors or estate agents in one go, or none; with dryRun it only judges them',
    { by: 'manageAccounts', body: Import, answers: { 200: JudgedImport, 201: ImportedSchema } },
  ),
)
