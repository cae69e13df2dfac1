import { afterAll, describe, expect, test } from 'bun:test'
import { type Cast, gather } from '#tests/whole/faults/load/cast.ts'
import type { Person } from '#tests/whole/faults/load/person.ts'
import { at } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'

const why = await whyNotSeveral()

const POLLS = [
  {
    what: 'the ETag of the API',
    path: '/api/jobs/recent',
    asks: 'if-none-match',
    tells: 'etag',
    headers: {},
  },
  {
    what: 'the HX-PTag of the dashboard',
    path: '/',
    asks: 'hx-ptag',
    tells: 'hx-ptag',
    headers: { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'div#recent-jobs' },
  },
] as const

describe.skipIf(why !== null)('what a poll has seen is known to every process', async () => {
  const several = why ? null! : await startSeveral()
  afterAll(() => several?.[Symbol.asyncDispose]())
  const cast: Cast = why ? null! : await gather(several.fettles[0]!, { agents: 2, contractors: 1, admins: 1 })
  const [a, b, c] = (several?.urls ?? []) as [string, string, string]

  const raise = async (who: Person, propertyName: string) => {
    const { status, body } = await who.send({
      method: 'POST',
      path: '/api/jobs',
      body: {
        ...{ estateAgentName: 'Olivia Hart', estateAgency: 'Rightway Lettings', propertyName },
        ...{ propertyAddress: '12 Mill Lane', issueDescription: 'The boiler loses pressure every night.' },
      },
    })
    expect(status).toBe(201)
    return body.id!
  }

  describe.each(POLLS)('by $what', ({ path, asks, tells, headers }) => {
    const poll = async (who: Person, url: string, known: string | null) => {
      const answer = await fetch(new URL(path, url), {
        headers: { ...headers, cookie: who.cookie, ...(known !== null && { [asks]: known }) },
      })
      return { status: answer.status, version: answer.headers.get(tells), text: await answer.text() }
    }

    test('read at one it is unchanged at the others', async () => {
      const olivia = cast.agents[0]!
      await raise(at(olivia, b), 'Rose Cottage')
      const first = await poll(olivia, a, null)
      expect(first.text).toContain('Rose Cottage')
      for (const url of [b, c, a])
        expect(await poll(olivia, url, first.version)).toMatchObject({ status: 304, text: '' })
    })

    test('a change by way of one is in the next poll of every other, each time', async () => {
      const olivia = cast.agents[1]!
      let { version } = await poll(olivia, a, null)
      const turns = several.inTurn(30)
      for (let n = 0; n < 20; n++) {
        // The writer and the reader move on at different speeds, so that each pair of processes meets.
        const name = `Mill Lane ${crypto.randomUUID()}`
        await raise(at(olivia, turns[n]!), name)
        const next = await poll(olivia, turns[n + 1 + (n % 2)]!, version)
        expect(next.status).toBe(200)
        expect(next.text).toContain(name)
        version = next.version
      }
    })
  })

  test('a poll sees a change made at another process', async () => {
    const olivia = cast.agents[0]!
    const poll = (url: string, etag: string | null) =>
      fetch(new URL('/api/jobs/recent', url), { headers: { cookie: olivia.cookie, 'if-none-match': etag ?? '' } })
    const id = await raise(at(olivia, a), 'Harbour View')
    const before = await poll(b, null)
    const path = `/api/jobs/${id}/assign`
    const body = { contractorId: cast.contractors[0]!.id }
    expect((await at(cast.admins[0]!, c).send({ method: 'POST', path, body })).status).toBe(200)
    const after = await poll(a, before.headers.get('etag'))
    expect(after.status).toBe(200)
    expect(((await after.json()) as { id: string; status: string }[]).find((job) => job.id === id)?.status).toBe(
      'assigned',
    )
  })
})
