import { expect, test } from 'bun:test'
import { openAlone } from '#db/connect/client.ts'
import { migrate } from '#db/connect/migrate.ts'

const LOCK = 7_235_019_462

test('a database that is as it should be is opened without the lock of migrations', async () => {
  const other = openAlone()
  try {
    using connection = await other.reserve()
    await connection.unsafe(`select pg_advisory_lock(${LOCK})`)
    expect(await Promise.race([migrate().then(() => 'migrated'), Bun.sleep(5000).then(() => 'waits')])).toBe('migrated')
  } finally {
    await other.close({ timeout: 0 })
  }
})
