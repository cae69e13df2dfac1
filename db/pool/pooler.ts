import type { SQL } from 'bun'
import { openAlone, rawClient, SETTINGS } from '#db/client.ts'
import { withTimeLimit } from '#db/time-limit.ts'
import { log } from '#src/operation/log.ts'
import { sqlState } from './failure.ts'

// PgBouncer and its like stand between Fettle and the server. They take no settings unless told to, and may give one
// connection to several at a time, which breaks prepared statements and locks of a session now and then.

/** How long the trial may take, in milliseconds: a pooler may have no second connection to give. */
const PATIENCE = 5000

/**
 * Throws Error with a sentence for the operator when connections to the given server `name` are not Fettle's own while
 * it has them. Warns in the log of settings that do not arrive.
 */
export async function checkConnections(name: string): Promise<void> {
  // One after the other: a connection that only we use is what the pooler would hand round.
  const lost = await lostSettings()
  if (lost.length)
    log.warn('database.settings', `Settings do not arrive at the database server ${name}: ${lost.join(' ')}`)
  if (await isShared())
    throw new Error(
      `The database server ${name} is behind a pooler that gives a connection to several at a time: Fettle needs pool_mode = session.`,
    )
}

/** The statements that give the role what its connections ought to have brought along. */
async function lostSettings(): Promise<string[]> {
  const names = Object.keys(SETTINGS).join("', '")
  const settings: Record<'name' | 'setting' | 'role', string>[] = await rawClient.unsafe(
    `select name, setting, quote_ident(current_user) as role from pg_settings where name in ('${names}')`,
  )
  return settings
    .filter(({ name, setting }) => setting !== String(SETTINGS[name]))
    .map(({ name, role }) => `alter role ${role} set ${name} = ${SETTINGS[name]};`)
}

/** Whether a connection leads to another session of the server while somebody else is in a transaction. */
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
    // What gives no answer is left to those who meet it next.
    return await withTimeLimit(PATIENCE, trial(), false)
  } catch (error) {
    // The driver prepared a statement in one session, and is in another now.
    if (UNPREPARED.test(sqlState(error))) return true
    throw error
  } finally {
    for (const client of [one, other]) client.close({ timeout: 0 }).catch(() => {})
  }
}

/** No such prepared statement; there is one of that name already. */
const UNPREPARED = /^(26000|42P05)$/

const sessionOf = async (client: SQL): Promise<number> => (await client`select pg_backend_pid() as pid`)[0].pid
