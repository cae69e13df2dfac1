import { Elysia } from 'elysia'
import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { chasedText } from '#src/domain/job/chasing.ts'
import { howLong } from '#src/domain/job/waiting-words.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { allTexts, checked, type FieldErrors, type Typed, textsOf } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage } from '#src/http/respond/respond.tsx'
import { isUuid } from '#src/http/uuid.ts'
import { manyJobsChanged } from '#src/jobs/admin-answers.tsx'
import { backOf, JOB_LIST, tickedOf } from '#src/jobs/assignment/ticked.ts'
import { ChaseText } from '#src/jobs/input.ts'
import { env } from '#src/runtime/env.ts'
import { onceForEachByForm } from '#src/writes/idempotency.ts'
import { ChaseForm } from '#views/reminders/chase.tsx'
import { chaseJobs } from './chase.ts'
import { type Chasable, readToChase, type ToChase } from './chasing.ts'

type Asked = { ids: readonly string[]; back: string; typed?: Typed; errors?: FieldErrors }

async function ask(user: Actor, request: Request, { ids, back, typed, errors }: Asked): Promise<Response> {
  const all = await readToChase(db, ids)
  const ready = all.filter((one): one is ToChase & Chasable => one.ok)
  const left = all.flatMap((one) => (one.ok ? [] : [one]))
  if (ready.length === 0) throw left.length === 1 ? refusalOf(left[0]!) : new Refused('None of these can be chased.')
  const people = [...Map.groupBy(ready, ({ person }) => person.id).values()].map((ofOne) => ({
    person: ofOne[0]!.person,
    jobs: ofOne.map(({ job, item, lately }) => ({
      ...{ id: job.id, jobRef: job.jobRef, title: item.title, lately },
      waits: [`Waits ${howLong(item.since)}`, item.late].filter(Boolean).join('. '),
      chased: chasedText(job),
    })),
  }))
  const shown = { people, left, back, areRepliesRead: Boolean(env.CONTACT_EMAIL), errors }
  return dialogOrPage({ user, request }, ChaseForm, { ...shown, values: typed && textsOf(typed) })
}

const refusalOf = ({ status, message }: { status: number; message: string }) =>
  status === 404 ? new NotFound() : new Refused(message)

/** The list, or the job, that the form was sent from. */
function chasedFrom(typed: Typed): string {
  const [, id] = /^\/admin\/jobs\/([^/?]+)$/.exec(String(typed.back)) ?? []
  return id && isUuid(id) ? `/admin/jobs/${id}` : backOf(typed)
}

const WORDS = { title: 'Jobs Chased', failed: 'Not Chased', done: 'chased' }

export const chasePages = new Elysia({ name: 'chase-pages' })
  .use(signedIn)
  .get('/admin/jobs/:id/chase', ({ user, request, params: { id } }) => {
    authorize(user, 'chaseJobs')
    if (!isUuid(id)) throw new NotFound()
    return ask(user, request, { ids: [id], back: `/admin/jobs/${encodeURIComponent(id)}` })
  })
  .post('/admin/jobs/chase', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'chaseJobs'), request)
    const { typed } = form
    const [again, back] = [allTexts(typed.again), chasedFrom(typed)]
    const ticked = async () => [...(await tickedOf(user, typed)).ids, ...again]
    return handleForm(form, {
      failed: WORDS.failed,
      back,
      invalid: async ({ errors }) => ask(user, request, { ids: await ticked(), back, typed, errors }),
      work: async () => {
        const ids = await ticked()
        if (ids.length === 0) throw new Refused('Please select at least one job.')
        if (typed.confirmed !== 'yes') return ask(user, request, { ids, back })
        const { text } = checked(ChaseText, typed)
        const chase = { text, again: new Set(again.map((id) => id.toLowerCase())) }
        const chased = await chaseJobs(user, ids, chase, await onceForEachByForm(form))
        return manyJobsChanged(user, request, chased, { ...WORDS, back, isAlone: back.startsWith(`${JOB_LIST}/`) })
      },
    })
  })
