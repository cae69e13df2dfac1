import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { periodInWords, statementHref } from '#src/domain/invoice/statement.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { Refused } from '#src/http/errors.ts'
import { allTexts, textsOf } from '#src/http/input.ts'
import { answerMany } from '#src/http/respond/answer-many.tsx'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { seeOther } from '#src/http/respond/respond.tsx'
import { onceByForm } from '#src/writes/idempotency.ts'
import { monthHref } from '#views/invoices/statement/page.tsx'
import { showStatement } from './pages.tsx'
import { periodIn, statementAsked } from './queries.ts'
import { sendStatement, sendStatements } from './sending.ts'

export const sendStatementPages = new Elysia({ name: 'send-statement-pages' })
  .use(signedIn)
  .post('/statements/:id/send', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'sendStatement'), request)
    const asked = statementAsked(user, params.id, form.typed)
    const { email = '' } = textsOf(form.typed)
    const again = ({ errors, status }: FormProblem) => showStatement(user, request, asked, { email, errors, status })
    return handleForm(form, {
      back: statementHref(asked),
      again,
      work: async () => {
        const result = await onceByForm(form, () => sendStatement(user, asked, email))
        return seeOther(request, statementHref(asked), { title: 'Statement Sent', text: `To ${result.email}.` })
      },
    })
  })
  .post('/admin/statements/send', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'openAdminScreens'), request)
    const period = periodIn(form.typed, 'contractor')
    const back = monthHref(period)
    return handleForm(form, {
      back,
      work: async () => {
        const ids = allTexts(form.typed.id)
        if (ids.length === 0) throw new Refused('Please select at least one.')
        if (ids.length > MAX_AT_ONCE) throw new Refused(`Please select at most ${MAX_AT_ONCE}.`)
        const all = ids.map((id) => statementAsked(user, id, { period }))
        const result = await onceByForm(form, () => sendStatements(user, all))
        const { sent, unaddressed } = result
        const refused = unaddressed.map(({ id, name }) => ({ id, ref: name, message: 'No e-mail address is known.' }))
        return answerMany(
          { user, request },
          {
            ...{ title: 'Statements Sent', failed: 'No Statement Was Sent', back, refused },
            gone: sent ? `${sent} for ${periodInWords(period)}.` : '',
            notGone: (count) => `${count} ${count === 1 ? 'was' : 'were'} not sent.`,
            regions: async () => ({}),
          },
        )
      },
    })
  })
