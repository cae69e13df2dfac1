import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { complaintRef } from '#src/domain/account/complaint.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { readPart } from '#src/http/list/listing.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/http/respond/respond.tsx'
import { type ComplaintForms, ComplaintPage } from '#views/legal/complaints/details.tsx'
import { COMPLAINTS, ComplaintRows, ComplaintsPage } from '#views/legal/complaints/list.tsx'
import { answerComplaint, closeComplaint } from './actions.ts'
import { ComplaintAnswer, ComplaintClosing } from './input.ts'
import { closedComplaints, complaintById, openComplaints } from './queries.ts'

async function show(user: Actor, request: Request, id: string, sent: ComplaintForms & { status?: number } = {}) {
  const { status = 200, ...forms } = sent
  const props = { frame: frameOf(request, user), complaint: await complaintById(id), ...forms }
  return page(request, <ComplaintPage {...props} />, status)
}

const closedTab = async (cursor: ReturnType<typeof cursorOf>) => {
  const { items, next } = await readPart(closedComplaints, cursor)
  return { complaints: items, nextHref: next && withQuery(COMPLAINTS, { tab: 'closed', cursor: next }) }
}

export const complaintsPages = new Elysia({ name: 'complaints-pages' })
  .use(signedIn)
  .get(COMPLAINTS, async ({ user, request, query }) => {
    authorize(user, 'manageComplaints')
    const closed = query.tab === 'closed'
    const rows = closed ? await closedTab(cursorOf(query)) : { complaints: await openComplaints(), nextHref: null }
    if (isPartial(request) && query.cursor) return fragment(request, <ComplaintRows {...rows} />)
    return page(request, <ComplaintsPage frame={frameOf(request, user)} closed={closed} {...rows} />)
  })
  .get(`${COMPLAINTS}/:id`, ({ user, request, params }) =>
    show(authorize(user, 'manageComplaints'), request, params.id),
  )
  .post(`${COMPLAINTS}/:id/answer`, async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageComplaints'), request)
    const again = ({ errors, status }: FormProblem) =>
      show(user, request, id, { form: 'answer', values: textsOf(form.typed), errors, status })
    return handleForm(form, {
      back: `${COMPLAINTS}/${id}`,
      invalid: again,
      work: async () => {
        const { email } = await answerComplaint(user, id, checked(ComplaintAnswer, form.typed).text)
        return seeOther(request, `${COMPLAINTS}/${id}`, { title: 'Answer Sent', text: `It goes to ${email}.` })
      },
    })
  })
  .post(`${COMPLAINTS}/:id/close`, async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageComplaints'), request)
    const again = ({ errors, status }: FormProblem) =>
      show(user, request, id, { form: 'close', values: textsOf(form.typed), errors, status })
    return handleForm(form, {
      back: `${COMPLAINTS}/${id}`,
      invalid: again,
      work: async () => {
        const closed = await closeComplaint(user, id, checked(ComplaintClosing, form.typed).reason)
        return seeOther(request, COMPLAINTS, { title: `${complaintRef(closed)} Closed` })
      },
    })
  })
