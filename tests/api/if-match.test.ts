import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { CALLS, named, ready, senderOf, writesOf } from '#tests/routes/all.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aContractor, aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()

/** What a call is about, as this user is answered it now. */
async function read(user: Actor, path: string) {
  const answer = await (await signedInAs(user)).get(path)
  return { etag: answer.headers.get('etag') ?? '', body: (await answer.json()) as Record<string, unknown> }
}

const send = async (
  user: Actor,
  path: string,
  call: { method: string; body?: unknown; headers?: Record<string, string> },
) => (await signedInAs(user)).send(path, call)

/** Job, quote, account and webhook have a GET; what a path ends in beyond them is done to them. */
const thingOf = (path: string) => /^\/api\/(jobs|quotes|users|webhooks)\/[^/]+/.exec(path)![0]

const MATCHED = writesOf(CALLS).filter(
  ({ request }) =>
    /^(PATCH|POST|PUT|DELETE) \/api\/(jobs|quotes|users|webhooks)\/:id/.test(request) &&
    !/rivals|messages|links|late-records|invite|rotate|test|send$/.test(request),
)

describe.each(named(MATCHED))('%s', (_, one) => {
  test('goes with the ETag of what its sender was answered, and with no other', async () => {
    const { who, status } = senderOf(one)
    const user = cast[who]
    const { path, call } = await ready(cast, one)
    const { etag } = await read(user, thingOf(path))
    const client = await signedInAs(user)
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const before = await everything()
    for (const other of ['"x"', '""', etag.replace(/.$/, 'x"')]) {
      const answer = await client.send(path, { ...call, headers: { 'if-match': other } })
      expect([other, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        other,
        412,
        'precondition_failed',
      ])
    }
    expect(await everything()).toEqual(before)
    const answer = await client.send(path, { ...call, headers: { 'if-match': `"x", ${etag}` } })
    expect(answer.status).toBe(status)
  })
})

describe('the ETag', () => {
  test('of an answer to a change is that of the next GET', async () => {
    const job = await aJob(cast, 'pending')
    const path = `/api/jobs/${job.id}`
    const edited = await send(cast.agent, path, { method: 'PATCH', body: { propertyName: 'Ivy House' } })
    expect(edited.headers.get('etag')).toBe((await read(cast.agent, path)).etag)
    const assigned = await send(cast.admin, `${path}/assign`, {
      method: 'POST',
      body: { contractorId: cast.contractor.id },
    })
    expect(assigned.headers.get('etag')).toBe((await read(cast.admin, path)).etag)
    const { quotes } = await aJob(cast, 'quote_pending')
    const quote = `/api/quotes/${quotes[0]!.id}`
    const approved = await send(cast.agent, `${quote}/approve`, { method: 'PATCH' })
    expect(approved.headers.get('etag')).toBe((await read(cast.agent, quote)).etag)
    const account = `/api/users/${cast.contractor.id}`
    const changed = await send(cast.admin, account, { method: 'PATCH', body: { phone: '020 7946 0009' } })
    expect(changed.headers.get('etag')).toBe((await read(cast.admin, account)).etag)
  })

  test('holds also where the answer has a word about who is not told', async () => {
    const silent = await aContractor({ email: null, username: 'silent' })
    const path = `/api/jobs/${(await aJob(cast, 'pending')).id}`
    const answer = await send(cast.admin, `${path}/assign`, { method: 'POST', body: { contractorId: silent.id } })
    expect(((await answer.json()) as { message: string }).message).toContain('has no e-mail address')
    expect(answer.headers.get('etag')).toBe((await read(cast.admin, path)).etag)
  })

  test('is each reader’s own where they are answered differently, and the other’s does not do', async () => {
    const path = `/api/jobs/${(await aJob(cast, 'assigned')).id}`
    await send(cast.agent, `${path}/messages`, { method: 'POST', body: { text: 'When?' } })
    const [agents, contractors] = [await read(cast.agent, path), await read(cast.contractor, path)]
    expect(agents.etag).not.toBe(contractors.etag)
    const start = (etag: string) =>
      send(cast.contractor, `${path}/start`, { method: 'POST', headers: { 'if-match': etag } })
    expect((await start(agents.etag)).status).toBe(412)
    expect((await start(contractors.etag)).status).toBe(200)
  })

  test('of what a proxy has compressed is weak, and does as well', async () => {
    const path = `/api/jobs/${(await aJob(cast, 'pending')).id}`
    const { etag } = await read(cast.agent, path)
    const call = { method: 'PATCH', body: { urgency: 'high' }, headers: { 'if-match': `W/${etag}` } }
    expect((await send(cast.agent, path, call)).status).toBe(200)
  })
})

describe('If-Match', () => {
  test.each(['x', '"x', 'x"', '"x" "y"', ',', '"x",', '*, "x"', 'w/"x"'])('that is %j is malformed', async (tag) => {
    const { id } = await aJob(cast, 'pending')
    const call = { method: 'PATCH', body: { urgency: 'high' }, headers: { 'if-match': tag } }
    expect((await send(cast.agent, `/api/jobs/${id}`, call)).status).toBe(400)
  })

  test('that is too long is malformed', async () => {
    const headers = { 'if-match': `"${'x'.repeat(5000)}"` }
    const call = { method: 'PATCH', body: { urgency: 'high' }, headers }
    expect((await send(cast.agent, `/api/jobs/${(await aJob(cast, 'pending')).id}`, call)).status).toBe(400)
  })

  test('* asks for a thing that is there', async () => {
    const { id } = await aJob(cast, 'pending')
    const call = { method: 'PATCH', body: { urgency: 'high' }, headers: { 'if-match': '*' } }
    expect((await send(cast.agent, `/api/jobs/${id}`, call)).status).toBe(200)
    for (const absent of [crypto.randomUUID(), 'x'])
      expect((await send(cast.agent, `/api/jobs/${absent}`, call)).status).toBe(404)
    for (const absent of [crypto.randomUUID(), 'x'])
      expect((await send(cast.admin, `/api/users/${absent}`, { ...call, body: { phone: '1' } })).status).toBe(404)
  })

  test('tells nobody of what is not theirs', async () => {
    const { id } = await aJob(cast, 'pending')
    const other = await aContractor()
    const answer = await send(other, `/api/jobs/${id}/start`, { method: 'POST', headers: { 'if-match': '"x"' } })
    expect(answer.status).toBe(404)
  })

  test('of a repeat under its key gets the first answer and its ETag; what was refused may come again', async () => {
    const path = `/api/jobs/${(await aJob(cast, 'pending')).id}`
    const call = (tag: string) => ({
      method: 'PATCH',
      body: { propertyName: 'Ivy House' },
      headers: { 'if-match': tag, 'idempotency-key': 'a' },
    })
    expect((await send(cast.agent, path, call('"x"'))).status).toBe(412)
    const { etag } = await read(cast.agent, path)
    const first = await send(cast.agent, path, call(etag))
    await send(cast.agent, path, { method: 'PATCH', body: { propertyName: 'Oak House' } })
    const again = await send(cast.agent, path, call(etag))
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true'])
    expect(await again.text()).toBe(await first.text())
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  })
})

describe('of fifty who read the same', () => {
  const fifty = <T>(make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => make(index)))
  const counted = (answers: Response[]) => ({
    won: answers.filter(({ status }) => status === 200).length,
    late: answers.filter(({ status }) => status === 412).length,
  })

  test('one edits the job', async () => {
    const { id } = await aJob(cast, 'pending')
    const path = `/api/jobs/${id}`
    const { etag } = await read(cast.agent, path)
    const [agent, admin] = [await signedInAs(cast.agent), await signedInAs(cast.admin)]
    const adminsEtag = (await read(cast.admin, path)).etag
    const answers = await fifty((index) =>
      (index % 2 ? agent : admin).send(path, {
        method: 'PATCH',
        body: { propertyName: `House ${index}` },
        headers: { 'if-match': index % 2 ? etag : adminsEtag, ...(index % 3 && { 'idempotency-key': `key-${index}` }) },
      }),
    )
    expect(counted(answers)).toEqual({ won: 1, late: 49 })
    const events = await db.select().from(jobEvents).where(eq(jobEvents.jobId, id))
    expect(events.filter(({ event }) => event === 'edited')).toHaveLength(1)
  })

  test('one edits the account, and one gives it its role', async () => {
    const path = `/api/users/${cast.contractor.id}`
    const admin = await signedInAs(cast.admin)
    const { etag } = await read(cast.admin, path)
    const edits = await fifty((index) =>
      admin.send(path, { method: 'PATCH', body: { phone: `0${index}` }, headers: { 'if-match': etag } }),
    )
    expect(counted(edits)).toEqual({ won: 1, late: 49 })
    const now = (await read(cast.admin, path)).etag
    const roles = await fifty((index) =>
      admin.send(index % 2 ? path : `${path}/role`, {
        method: 'PATCH',
        body: index % 2 ? { company: `Company ${index}` } : { role: 'admin' },
        headers: { 'if-match': now },
      }),
    )
    expect(counted(roles)).toEqual({ won: 1, late: 49 })
  })

  test('one decides on the quote', async () => {
    const { quotes } = await aJob(cast, 'quote_pending')
    const path = `/api/quotes/${quotes[0]!.id}`
    const [agent, contractor] = [await signedInAs(cast.agent), await signedInAs(cast.contractor)]
    const [agents, contractors] = [await read(cast.agent, path), await read(cast.contractor, path)]
    const answers = await fifty((index) =>
      index % 2
        ? agent.send(`${path}/approve`, { method: 'PATCH', headers: { 'if-match': agents.etag } })
        : contractor.send(path, {
            method: 'PATCH',
            body: { notes: `${index}` },
            headers: { 'if-match': contractors.etag },
          }),
    )
    expect(counted(answers)).toEqual({ won: 1, late: 49 })
  })
})
