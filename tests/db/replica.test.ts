import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { Replica } from '#db/pool/replica.ts'
import { lazy } from '#db/query/lazy.ts'
import { NotFound } from '#src/http/errors.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'

// Where a list is read, by what primary and replica say. Real ones are in tests/whole/processes/replica.test.ts.

const conflict = new SQL.PostgresError('canceling statement due to conflict with recovery', { errno: '40001' } as never)
const refused = new SQL.PostgresError('Failed to connect', { code: 'ERR_POSTGRES_CONNECTION_REFUSED' } as never)

type Progress = { fresh: boolean; mark: string | null }
type Script = { mark: string | null; progress: () => Promise<Progress> }

/** A replica in use; `script` says what both answer from now on. */
async function aReplica() {
  const script: Script = { mark: null, progress: async () => ({ fresh: true, mark: null }) }
  const told: boolean[] = []
  const saying = (answer: () => Promise<unknown>) => ({ unsafe: answer }) as never
  const replica = new Replica({
    primary: saying(async () => [{ mark: script.mark, position: '0/1', at: 'now' }]),
    replica: {
      ...(saying(async () => []) as object),
      begin: async (work: (transaction: never) => Promise<unknown>) =>
        work(saying(async () => [await script.progress()])),
    } as never,
    used: (isUsed) => void told.push(isUsed),
  })
  /** Who answers a read, and how long that took of the time in which this process could run. */
  const read = async (work = async () => {}) => {
    const before = { ...replica.reads }
    const begin = moment()
    await replica.readsOf('somebody')(work)
    const by = replica.reads.replica > before.replica ? 'replica' : 'primary'
    return { by, took: spent(begin) }
  }
  await read()
  for (let tries = 0; tries < 100 && !told.includes(true); tries++) await Bun.sleep(1)
  return { script, told, read }
}

test('the first reads are the primary’s, until the replica has said how far it is', async () => {
  const { told, read } = await aReplica()
  expect(told).toEqual([true])
  expect(await read()).toMatchObject({ by: 'replica' })
})

test('a write that the replica does not show sends its writer to the primary, and nobody else', async () => {
  const { script, told, read } = await aReplica()
  script.mark = 'new'
  script.progress = async () => ({ fresh: true, mark: 'old' })
  expect(await read()).toMatchObject({ by: 'primary' })
  script.progress = async () => ({ fresh: true, mark: 'new' })
  expect(await read()).toMatchObject({ by: 'replica' })
  expect(told).toEqual([true])
})

test.each([
  ['is behind', async () => ({ fresh: false, mark: null })],
  ['is gone', () => Promise.reject(refused)],
  ['says nothing', () => Promise.withResolvers<Progress>().promise],
])('a replica that %s rests, and is tried again', async (_, progress) => {
  const { script, told, read } = await aReplica()
  const usual = script.progress
  script.progress = progress
  const { by, took } = await read()
  expect(by).toBe('primary')
  expect(took).toBeLessThan(1500)
  script.progress = usual
  expect(await read()).toMatchObject({ by: 'primary' })
  await Bun.sleep(1100)
  await read()
  await Bun.sleep(20)
  expect(await read()).toMatchObject({ by: 'replica' })
  expect(told).toEqual([true, false, true])
})

test('a read that replay cancels is begun again at the primary', async () => {
  const { read } = await aReplica()
  let reads = 0
  const { by } = await read(async () => {
    if (++reads === 1) throw conflict
  })
  expect([by, reads]).toEqual(['primary', 2])
})

test('a question asked once at the replica is asked again at the primary', async () => {
  const { read } = await aReplica()
  let asked = 0
  const ids = lazy(async () => {
    if (++asked === 1) throw conflict
    return ['some']
  })
  const found: string[][] = []
  const { by } = await read(async () => {
    found.push(await ids())
    found.push(await ids())
  })
  expect({ by, asked, found }).toEqual({ by: 'primary', asked: 2, found: [['some'], ['some']] })
})

test('an error of the read itself is thrown, and not tried again', async () => {
  const { read } = await aReplica()
  let reads = 0
  const failing = read(async () => {
    reads++
    throw new NotFound()
  })
  await expect(failing).rejects.toThrow(NotFound)
  expect(reads).toBe(1)
})
