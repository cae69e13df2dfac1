import { expect, test } from 'bun:test'
import type { Actor } from '#src/domain/account/account.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { aPhotoOn } from '#tests/jobs/photo-on.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast } from '#tests/support/world.ts'
import { everythingFor, where } from './everything-read.ts'
import { aFamily, quoteOf } from './family.ts'

/** Carl, Dee and Tom, the jobs and quotes of each, and what would give each away to the others. */
async function aWorld() {
  const cast = await aCast()
  const family = await aFamily(cast)
  const parts = [
    {
      who: cast.contractor,
      id: family.root.id,
      words: ['£480.00', '480.00', 'Replace the expansion vessel', 'Topped up'],
    },
    { who: family.dee, id: family.hers.id, words: ['£300.00', '300.00', 'A cheaper vessel', 'Measured it', '16 days'] },
    { who: family.tom, id: family.his.id, words: [] },
  ]
  const people = await Promise.all(
    parts.map(async ({ who, id, words }) => {
      const job = await jobVisibleTo(cast.admin, id)
      const photos = await Promise.all(job.visits.map((visit) => aPhotoOn({ ...cast, contractor: who }, visit.id)))
      const ids = {
        job: id,
        quotes: job.quotes.map((quote) => quote.id),
        others: [...photos, ...job.visits.map((v) => v.id)],
      }
      const own = [job.jobRef, ...photos, ...ids.quotes, ...words, who.lastName!, who.company!, who.email!, who.phone!]
      return { who, ids, own }
    }),
  )
  return { cast, people }
}

test('a contractor finds nothing of rivals: in no list, file, timeline, photo, and by no id', async () => {
  const { people } = await aWorld()
  const ids = {
    jobs: people.map(({ ids }) => ids.job),
    quotes: people.flatMap(({ ids }) => ids.quotes),
    others: people.flatMap(({ who, ids }) => [who.id, ...ids.others]),
  }
  for (const one of people) {
    const seen = await everythingFor(await signedInAs(one.who), ids)
    for (const other of people.filter((person) => person !== one))
      for (const mark of other.own) expect([one.who.firstName, where(seen, mark)]).toEqual([one.who.firstName, []])
    for (const mark of ['rivalAsked', 'Another quote', 'Another Quote', 'Quotes for This Repair'])
      expect([one.who.firstName, where(seen, mark)]).toEqual([one.who.firstName, []])
    const text = [...seen.values()].join()
    expect(text).toContain('"rivalOfJobId":null')
    expect(text).not.toMatch(/"rivalOfJobId":"/)
    expect(text).toContain(one.own[0]!)
  }
}, 120_000)

test('a rival’s job, quote, visit and photo answer as what does not exist', async () => {
  const { people } = await aWorld()
  const [carl, dee] = people as [(typeof people)[0], (typeof people)[0]]
  const status = async (who: Actor, path: string) => (await (await signedInAs(who)).get(path)).status
  for (const [one, other] of [
    [carl, dee],
    [dee, carl],
  ] as const) {
    const [photo] = other.ids.others
    for (const path of [
      ...[`/api/jobs/${other.ids.job}`, `/api/jobs/${other.ids.job}/events`, `/jobs/${other.ids.job}`],
      ...[`/visit/${other.ids.job}`, `/api/quotes/${other.ids.quotes[0]}`, `/quotes/${other.ids.quotes[0]}`],
      `/objects/${photo}`,
    ])
      expect([path, await status(one.who, path)]).toEqual([path, 404])
  }
})

test('after the decision a contractor reads why, and not whose quote was taken', async () => {
  const { cast, people } = await aWorld()
  const [carl, dee] = people as [(typeof people)[0], (typeof people)[0]]
  const agent = await signedInAs(cast.agent)
  expect((await agent.patch(`/api/quotes/${(await quoteOf(dee.ids.job)).id}/approve`)).status).toBe(200)
  const client = await signedInAs(carl.who)
  const events = (await (await client.get(`/api/jobs/${carl.ids.job}/events`)).json()) as {
    event: string
    detail: object
  }[]
  expect(events.at(-1)).toMatchObject({
    event: 'quoteDeclined',
    detail: { amount: '£480.00', reason: 'Another quote was accepted' },
  })
  expect(events.map(({ event }) => event)).not.toContain('rivalAsked')
})
