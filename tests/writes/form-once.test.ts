import { describe, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { idempotencyKeys, jobs, users } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import { named, PAGES, type Request, ready, senderIn, writesOf } from '#tests/routes/all.ts'
import { visitWithQuote } from '#tests/routes/work.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { everything, TABLES } from '#tests/support/database/everything.ts'
import { withIds } from '#tests/support/targets.ts'
import { aCast, jobInput } from '#tests/support/world.ts'
import { newKey } from '#views/ui/input/new-key.ts'

// Every form of a page that changes something, sent twice.

/** The hidden key of the form that posts to `action`. */
async function keyIn(client: Client, page: string, action: string): Promise<string> {
  const text = await (await client.get(page)).text()
  const form = text.split('<form').find((part) => part.includes(`action="${action}"`)) ?? ''
  const key = /name="formKey" value="([^"]+)"/.exec(form.split('</form>')[0]!)?.[1]
  if (!key) throw new Error(`${page} has no form with a key for ${action}`)
  return key
}

type Answer = { status: number; to: string | null; told: string | null; text: string }

type Form = Record<string, string>

/** A form, filled in, and what sends it. */
async function filledIn(one: Request) {
  const cast = await aCast()
  const client = await senderIn(cast, one)
  const { id, path, call } = await ready(cast, one)
  const key = one.page ? { formKey: await keyIn(client, withIds(one.page, id), path) } : {}
  const typed = { ...call.form, ...key } as Form
  return {
    typed,
    send: async (change: Form = {}): Promise<Answer> => {
      const answer = await client.submit(path, { ...typed, ...change })
      const text = (await answer.text()).replace(/name="formKey" value="[^"]+"/g, '')
      return { status: answer.status, to: answer.headers.get('location'), told: answer.headers.get('set-cookie'), text }
    },
  }
}

async function rows(): Promise<number[]> {
  const counts = TABLES.map((table) => sql`(select count(*)::int from ${sql.raw(table)}) as ${sql.raw(table)}`)
  const [row] = await db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return TABLES.map((table) => row![table]!)
}

/** How many rows of each kind `work` adds. */
async function added(work: () => Promise<unknown>): Promise<number[]> {
  const before = await rows()
  await work()
  return (await rows()).map((count, index) => count - before[index]!)
}

const FORMS = writesOf(PAGES)
const CREATE_JOB = FORMS.find(({ request }) => request === 'POST /create-job')!

test.each(named(FORMS))('a form that is sent twice does it once: %s', async (_, one) => {
  const { send, typed } = await filledIn(one)
  let first: Answer | undefined
  const alone = await added(async () => {
    first = await send()
  })
  expect(first!.status).toBeLessThan(400)
  const before = await everything()
  const again = await send()
  expect(await everything()).toEqual(before)
  // A lost answer is given again.
  if (one.page) expect(again).toEqual(first!)
  if (one.page) {
    // Other words under the key do nothing, and are told so.
    const name = Object.keys(typed).find((one) => !['formKey', 'confirmed', 'list'].includes(one)) ?? 'note'
    const changed = await send({ [name]: `${typed[name] ?? ''} and more` })
    const told = `${decodeURIComponent(decodeURIComponent(changed.told ?? ''))} ${changed.text}`
    // Who handed the job back reads that it is not theirs.
    const isGone = typed.happened === 'hand_back'
    expect(told).toContain(isGone ? 'the job is no longer with you' : 'This form was sent already')
    expect(await everything()).toEqual(before)
  }

  // At once, in a world of its own. Administrators of the first would be told of this one.
  await db.update(users).set({ deletedAt: new Date() })
  const atOnce = await filledIn(one)
  const answers: Answer[] = []
  expect(await added(async () => answers.push(...(await Promise.all([atOnce.send(), atOnce.send()]))))).toEqual(alone)
  if (one.page) expect(answers[0]).toEqual(answers[1]!)
})

describe('a form’s key', () => {
  test('is another in every form, and belongs to one user', async () => {
    const cast = await aCast()
    const [agent, contractor] = [await signedInAs(cast.agent), await signedInAs(cast.contractor)]
    const keys = [await keyIn(agent, '/create-job', '/create-job'), await keyIn(agent, '/create-job', '/create-job')]
    expect(keys[0]).not.toBe(keys[1])
    const formKey = keys[0]!
    expect((await agent.submit('/create-job', { ...jobInput(), formKey } as Form)).status).toBe(303)
    expect((await contractor.submit('/profile/tokens', { name: 'Reports', formKey })).status).toBe(201)
    const headers = { 'idempotency-key': formKey }
    const byScript = await agent.send('/api/jobs', { method: 'POST', body: jobInput(), headers })
    expect([byScript.status, await byScript.json()]).toEqual([409, expect.objectContaining({ code: 'already_sent' })])
  })

  test('is known to a call that was sent before the form, and to one that is sent with it', async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    const [before, atOnce] = [newKey(), newKey()]
    const call = (key: string) =>
      agent.send('/api/jobs', { method: 'POST', body: jobInput(), headers: { 'idempotency-key': key } })
    const form = (formKey: string) => agent.submit('/create-job', { ...jobInput(), formKey } as Form)
    expect((await call(before)).status).toBe(201)
    const refused = await form(before)
    expect(decodeURIComponent(decodeURIComponent(refused.headers.get('set-cookie')!))).toContain(
      'This form was sent already',
    )
    expect((await call(before)).headers.get('idempotency-replayed')).toBe('true')
    await Promise.all([form(atOnce), call(atOnce)])
    expect(await db.$count(jobs)).toBe(2)
  })

  test('is not used up by what was refused', async () => {
    const { send } = await filledIn(CREATE_JOB)
    expect((await send({ issueDescription: 'short' })).status).toBe(422)
    expect(await db.$count(idempotencyKeys)).toBe(0)
    expect((await send()).status).toBe(303)
  })

  test('stands for what was taken also on the next day, when it could no longer be asked for', async () => {
    const { send } = await filledIn({
      ...FORMS.find(({ request }) => request === 'POST /jobs/:id/complete')!,
      sent: () => ({ ...visitWithQuote, validUntil: today() }),
    })
    const first = await send()
    expect(first.status).toBe(303)
    setSystemTime(new Date(Date.now() + 48 * 3_600_000))
    try {
      expect(await send()).toEqual(first)
    } finally {
      setSystemTime()
    }
  })

  test('that is none is refused', async () => {
    const { send } = await filledIn(CREATE_JOB)
    expect((await send({ formKey: 'a b' })).status).toBe(400)
  })
})

test('Create Job that was sent before with other words names the job, and is ready to raise another', async () => {
  const { send } = await filledIn(CREATE_JOB)
  expect((await send()).to).toBe('/')
  const [job] = await db.query.jobs.findMany()
  const changed = await send({ propertyName: 'Ivy House' })
  expect(changed.status).toBe(409)
  expect(changed.text).toContain(`${job!.jobRef} for Rose Cottage was made from it, without your last changes.`)
  expect(changed.text).toContain(`href="/jobs/${job!.id}"`)
  expect(changed.text).toContain('value="Ivy House"')
})
