import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { refuseDecided } from '#src/quotes/actions.ts'
import { quoteVisibleTo } from '#src/quotes/queries.ts'
import { AskLandlordPage } from '#views/quotes/landlord.tsx'
import { askLandlord, LandlordAsked } from './actions.ts'

async function show(
  user: Actor,
  request: Request,
  id: string,
  sent?: { email?: string } & Pick<FormProblem, 'errors' | 'status'>,
) {
  const quote = await quoteVisibleTo(user, id)
  if (!sent) refuseDecided(quote)
  const { errors, email, status = 200 } = sent ?? {}
  return page(request, <AskLandlordPage frame={frameOf(request, user)} {...{ quote, errors, email }} />, status)
}

export const landlordPages = new Elysia({ name: 'landlord-pages' })
  .use(signedIn)
  .get('/quotes/:id/landlord', ({ user, request, params }) => show(authorize(user, 'decideQuote'), request, params.id))
  .post('/quotes/:id/landlord', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'decideQuote'), request)
    const again = ({ errors, status }: FormProblem) =>
      show(user, request, id, { email: textsOf(form.typed).email, errors, status })
    return handleForm(form, {
      back: `/quotes/${id}`,
      again,
      work: async () => {
        const { email } = checked(LandlordAsked, form.typed)
        await askLandlord(user, id, email)
        const hears = user.email ? 'You are told by e-mail of the answer.' : 'The answer is shown with the quote.'
        const text = `${email} gets the quote with its photos. ${hears}`
        return seeOther(request, `/quotes/${id}`, { title: 'Landlord Asked', text })
      },
    })
  })
