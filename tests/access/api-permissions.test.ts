import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { jobVisits } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { answersOf, CALLS, callOf, named, waysOf } from '#tests/routes/all.ts'
import { API_WHO } from '#tests/routes/route.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { ABSENT, targets, withIds } from '#tests/support/targets.ts'
import { aCast, aContractor, aNobody, anAgent, type Cast } from '#tests/support/world.ts'

// Who may do what, as HTTP, of each call.

const ABOUT_JOBS = ['pending', 'assigned', 'in_progress', 'booked', 'completed', 'quoteWork', 'writtenAbout']

/** As in the other tests; jobs have a response of `former`. */
async function thingOf(of: keyof typeof targets, cast: Cast, former: Actor): Promise<string> {
  const id = await targets[of](cast)
  const response = {
    contractorId: former.id,
    workDescription: 'Looked at it.',
    invoicingStatus: 'not_billable',
  } as const
  if (ABOUT_JOBS.includes(of)) await db.insert(jobVisits).values({ ...response, jobId: id })
  return id
}

async function everybody() {
  const cast = await aCast()
  const [former, ...others] = await Promise.all([aContractor(), anAgent(), aContractor(), aNobody()])
  const [otherAgent, otherContractor, nobody] = others
  const signedIn = [cast.agent, otherAgent, cast.contractor, otherContractor, former, cast.admin, nobody]
  const clients = [...(await Promise.all(signedIn.map(signedInAs))), stranger]
  return { cast, former, clients: Object.fromEntries(API_WHO.map((who, index) => [who, clients[index]!])) }
}

const MALFORMED = ['1', 'nonsense', '%00', "'%20or%20true--", `${ABSENT}0`, '..%2f..%2fetc']

test.each(named(waysOf(CALLS)))('%s', async (_, { request, may, of, sent }) => {
  const { cast, former, clients } = await everybody()
  const [method = '', path = ''] = request.split(' ')
  const call = async (client: Client, id: string) => {
    const response = await client.send(withIds(path, id), callOf(method, path, sent?.(cast, id)))
    const { status } = response
    return { status, text: status < 400 ? await response.text() : JSON.stringify(await refusalOf(response)) }
  }
  const make = () => (of ? thingOf(of, cast, former) : Promise.resolve(''))
  const answers = answersOf({ request, may })
  let id = await make()

  const before = await everything()
  for (const [who, code] of answers.filter(([, status]) => status >= 400)) {
    const answer = await call(clients[who]!, id)
    expect(`${who} ${answer.status}`).toBe(`${who} ${code}`)
    // A thing of somebody else's answers as one that does not exist.
    if (code === 404) expect(answer).toEqual(await call(clients[who]!, ABSENT))
    // Whether a role may is asked before whether the thing is there.
    if (code === 403) expect((await call(clients[who]!, ABSENT)).status).toBe(403)
    if (code === 401) expect(JSON.parse(answer.text)).toEqual({ message: 'Unauthorized' })
  }
  expect(await everything()).toEqual(before)

  const allowed = answers.filter(([, status]) => status < 400)
  for (const [index, [who, code]] of allowed.entries()) {
    if (path.includes(':id')) {
      const unknown = await Promise.all([ABSENT, ...MALFORMED].map((wrong) => call(clients[who]!, wrong)))
      for (const answer of unknown) expect(answer).toEqual({ status: 404, text: '{"message":"Not found"}' })
    }
    const answer = await call(clients[who]!, id)
    expect(`${who} ${answer.status} ${answer.status === code || answer.text}`).toBe(`${who} ${code} true`)
    if (method === 'GET') continue
    // What was promised is done.
    if (index === 0) expect(await everything()).not.toEqual(before)
    if (index < allowed.length - 1) id = await make()
  }
})
