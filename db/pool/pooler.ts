import type { SQL } from 'bun'
import { openAlone, rawClient, SETTINGS } from '#db/connect/client.ts'
import { withTimeLimit } from '#db/connect/time-limit.ts'
import { log } from '#src/runtime/log.ts'
import { sqlState } from './failure.ts'

// A pooler may share a connection, which sometimes breaks prepared statements and session locks.

/** In milliseconds: a pooler may have no second connection to give. */
const PATIENCE = 5000

export async function checkConnections(name: string): Promise<void> {
  // One after the other, so that the pooler can pass the connection on.
  const lost = await lostSettings()
  if (lost.length)
    log.warn('database.settings', `Settings do not arrive at the database server ${name}: ${lost.join(' ')}`)
  if (await isShared())
    throw new Error(
      `The database server ${name} is behind a pooler that gives a connection to several at a time: Fettle needs pool_mode = session.`,
    )
}

async function lostSettings(): Promise<string[]> {
  const names = Object.keys(SETTINGS).join("', '")
  const settings: Record<'name' | 'setting' | 'role', string>[] = await rawClient.unsafe(
    `select name, setting, quote_ident(current_user) as role from pg_settings where name in ('${names}')`,
  )
  return settings
    .filter(({ name, setting }) => setting !== String(SETTINGS[name]))
    .map(({ name, role }) => `alter role ${role} set ${name} = ${SETTINGS[name]};`)
}

/** A shared connection changes its session while another client is in a transaction. */
async function isShared(): Promise<boolean> {
  const [one, other] = [openAlone(), openAlone()]
  const trial = async () => {
    const before = await sessionOf(one)
    const during = await other.begin(async (transaction) => {
      await transaction`select 1`
      return sessionOf(one)
    })
    return during !== before
  }
  try {
    return await withTimeLimit(PATIENCE, trial(), false)
  } catch (error) {
    if (UNPREPARED.test(sqlState(error))) return true
    throw error
  } finally {
    for (const client of [one, other]) client.close({ timeout: 0 }).catch(() => {})
  }
}

const UNPREPARED = /^(26000|42P05)$/

const sessionOf = async (client: SQL): Promise<number> => (await client`select pg_backend_pid() as pid`)[0].pid
