import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Fettle, startFettle } from '#tests/whole/faults/fettle.ts'
import { broken } from '#tests/whole/faults/finding.ts'
import { databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import type { Ledger } from '#tests/whole/faults/load/ledger.ts'
import { startLoad } from '#tests/whole/faults/load/load.ts'
import { folders, judgeDeliveries, type Places, settle } from './delivered.ts'
import { judgeWrites } from './judge.ts'
import { type JobRow, type Snapshot, takeSnapshot } from './snapshot.ts'

// The judge of all faults, judged: whatever is lost, doubled or half there on purpose it must find.

let fettle: Fettle
let ledger: Ledger
let snapshot: Snapshot

beforeAll(async () => {
  fettle = await startFettle()
  const load = startLoad(await gather(fettle))
  await load.until(170)
  ledger = await load.stop()
  const sql = databaseOf(fettle.env)
  await settle(sql, { hasten: true })
  snapshot = await takeSnapshot(sql)
  await sql.close()
}, 60_000)
afterAll(() => fettle.remove())

/** What the judge says of the database after something was done to it. */
async function judged(harm: (snapshot: Snapshot) => void = () => {}, places: Places = folders(fettle.dataDir)) {
  const harmed = structuredClone(snapshot)
  harm(harmed)
  const judgement = judgeWrites(ledger, harmed)
  await judgeDeliveries(judgement, harmed, places)
  return broken(judgement)
}

/** Takes one that is like this out of a list. */
function lose<T>(list: T[], like: (one: T) => boolean = () => true): T {
  const [gone] = list.splice(list.findIndex(like), 1)
  return gone!
}

const set = <T extends object>(row: T, values: Partial<T>) => Object.assign(row, values)
const finished = (jobs: JobRow[]) => jobs.find(({ status, type }) => status === 'invoiced' && type === 'visit')!

test('is content with what was left alone', async () => {
  expect(await judged()).toEqual([])
  expect(judgeWrites(ledger, snapshot).found).toBe(ledger.acknowledged)
})

const LOSSES: [what: string, harm: (snapshot: Snapshot) => void, found: RegExp][] = [
  ['a lost job', ({ jobs }) => lose(jobs, ({ status }) => status === 'cancelled'), /^missing: Life .*: create$/m],
  ['a lost entry of the timeline', ({ events }) => lose(events, ({ event }) => event === 'assigned'), /: assign$/m],
  ['a lost visit', ({ visits }) => lose(visits), /answers and visits: \d and \d/],
  ['a lost quote', ({ quotes }) => lose(quotes), /quotes: \d and \d/],
  ['a lost invoice', ({ invoices }) => lose(invoices), /invoice INV-\d+ of Life|items sent to invoiced and invoices/],
  ['an invoice number that was skipped', (all) => void all.invoiceCounter++, /invoice numbers were given out/],
  ['an e-mail that was not written', ({ emails }) => lose(emails), /e-mail/],
  ['an e-mail written twice', ({ emails }) => emails.push({ ...emails[0]!, id: crypto.randomUUID() }), /e-mail/],
  [
    'an e-mail nobody sends',
    ({ emails }) => set(emails[0]!, { status: 'queued' }),
    /missing: the queue's row of email/,
  ],
  [
    'a status that no entry tells of',
    ({ jobs }) => set(finished(jobs), { status: 'cancelled' }),
    /the \w+ job is cancelled/,
  ],
  ['a photo that was forgotten', ({ objects }) => lose(objects, ({ visit }) => visit !== null), /photo/],
  ['a count that drifted', ({ tallied }) => void tallied[0]!.count++, /the tallies say/],
  [
    'a job made twice',
    ({ jobs }) => jobs.push({ ...jobs.find(({ type }) => type === 'visit')!, id: 'twice' }),
    /create 2 times/,
  ],
  [
    'quote work without its quote’s approval',
    ({ quotes }) => set(quotes.find(({ status }) => status === 'approved')!, { status: 'pending' }),
    /approvals and approved quotes: 1 and 0/,
  ],
]
for (const [what, harm, found] of LOSSES)
  test(`finds ${what}`, async () => {
    expect((await judged((all) => void harm(all))).join('\n')).toMatch(found)
  })

test('finds an e-mail that arrived twice, or not at all, or from nowhere', async () => {
  const real = folders(fettle.dataDir)
  const with_ = async (change: (ids: string[]) => string[], copiesAllowed = false) =>
    (await judged(undefined, { ...real, mails: async () => change(await real.mails()), copiesAllowed })).join('\n')
  expect(await with_(([first, ...rest]) => [first!, first!, ...rest])).toContain('arrived 2 times')
  expect(await with_(([first, ...rest]) => [first!, first!, ...rest], true)).toBe('')
  expect(await with_(([, ...rest]) => rest)).toContain('did not arrive')
  expect(await with_((all) => [...all, 'stray'])).toContain('an e-mail arrived that nobody knows')
})

test('finds a photo that storage lost, and one that it should not have', async () => {
  const real = folders(fettle.dataDir)
  const photos = await real.photos()
  expect((await judged(undefined, { ...real, photos: async () => new Set() })).join('\n')).toContain('in storage')
  const more = new Set([...photos, 'stray'])
  expect((await judged(undefined, { ...real, photos: async () => more })).join('\n')).toContain('nobody knows it')
})

test('finds rows that are really gone from the database, and one that is really there twice', async () => {
  const sql = databaseOf(fettle.env)
  try {
    const [lost] = await sql`delete from job_events where event = 'started' returning job_id`
    await sql`insert into email_notifications (id, job_id, contractor_email, email_type, content, status)
      select gen_random_uuid(), job_id, contractor_email, email_type, content, 'sent' from email_notifications
        where email_type = 'job_assigned' limit 1`
    const said = broken(judgeWrites(ledger, await takeSnapshot(sql))).join('\n')
    expect(lost).toBeDefined()
    expect(said).toMatch(/^missing: Life .*: start$/m)
    expect(said).toMatch(/e-mail/)
  } finally {
    await sql.close()
  }
})

test('finds what was acknowledged and never done', async () => {
  const life = finished(snapshot.jobs).name
  const told = { life, step: 'cancel', status: 200, retryAfter: null, sent: 0, took: 1 } as const
  ledger.writes.push(told)
  expect((await judged()).join('\n')).toMatch(/cancel/)
  ledger.writes.pop()
  // One whose answer was cut off may have happened or not.
  ledger.writes.push({ ...told, status: null })
  expect(await judged()).toEqual([])
  ledger.writes.pop()
})
