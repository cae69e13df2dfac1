import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { queryText } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/http/respond/respond.tsx'
import { erasureOf, PersonHeldPage } from '#views/accounts/people/details.tsx'
import { PEOPLE, PeopleFound, PeoplePage } from '#views/accounts/people/list.tsx'
import { erasePerson } from './erase.ts'
import { heldPerson, peopleFound } from './find.ts'

export const peoplePages = new Elysia({ name: 'people-pages' })
  .use(signedIn)
  .get(PEOPLE, async ({ user, request, query }) => {
    authorize(user, 'managePeople')
    const search = queryText(query.search)
    const { found: people, instead } = await peopleFound(search)
    const found = { search, people, instead }
    if (isPartial(request)) return fragment(request, <PeopleFound {...found} />)
    return page(request, <PeoplePage frame={frameOf(request, user)} {...found} />)
  })
  .get(`${PEOPLE}/:id`, async ({ user, request, params: { id } }) => {
    authorize(user, 'managePeople')
    return page(request, <PersonHeldPage frame={frameOf(request, user)} person={await heldPerson(id)} />)
  })
  .post(`${PEOPLE}/:id/erase`, async ({ user, request, params: { id } }) =>
    handleForm(await sentForm(authorize(user, 'managePeople'), request), {
      failed: 'Not Erased',
      back: `${PEOPLE}/${id}`,
      confirm: async () => erasureOf(await heldPerson(id)),
      work: async () => {
        const label = await erasePerson(user, id)
        const text = `Now ‘${label}’. Texts follow within minutes.`
        return seeOther(request, PEOPLE, { title: 'Person Erased', text })
      },
    }),
  )
