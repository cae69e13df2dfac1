import { expect, test } from 'bun:test'
import { pool, rawClient } from '#db/connect/client.ts'
import { sendMixture } from './mixture.ts'

// Bun up to 1.3.14 gave some queries the rows of others under exactly this load.
test('thousands of mixed queries at once: each gets its own rows', async () => {
  expect(await sendMixture(10)).toEqual({ wrong: [], away: 0 })
}, 60_000)

test('the same while connections die again and again: each gets its own rows or an error', async () => {
  let dying = true
  const killed = new Set<number>()
  const churn = (async () => {
    for (; dying; await Bun.sleep(15)) {
      const rows = await rawClient`select pid, pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'fettle' and pid <> pg_backend_pid() and random() < 0.5`.catch(() => [])
      for (const { pid } of rows) killed.add(pid)
    }
  })()
  const { wrong, away } = await sendMixture(15)
  dying = false
  await churn
  // One that was told to end may take a moment to.
  const left = async (): Promise<boolean> => {
    const rows: { pid: number }[] = await rawClient`select pid from pg_stat_activity`.catch(() =>
      [...killed].map((pid) => ({ pid })),
    )
    return rows.some(({ pid }) => killed.has(pid))
  }
  while (await left()) await Bun.sleep(10)
  expect(wrong).toEqual([])
  expect(away).toBeGreaterThan(20)
  expect(await sendMixture(1)).toEqual({ wrong: [], away: 0 })
  // What were noted for ever as unanswered would soon be taken for a silent server.
  expect(pool.load).toEqual({ pending: 0, oldest: 0, waiting: 0 })
}, 60_000)
