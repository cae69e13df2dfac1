import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EMBEDDED_ROLE, type Places } from './paths.ts'
import { killProcessesIn } from './processes.ts'
import { run, workingFolder } from './run.ts'
import type { ServerUser } from './server-user.ts'

export async function clusterExists({ cluster }: Places): Promise<boolean> {
  try {
    await readFile(join(cluster, 'PG_VERSION'))
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false
    throw new Error(`${cluster} cannot be read: it belongs to another user.`, { cause: error })
  }
}

/** Renamed when complete, so that a killed start leaves no half a database. */
export async function createCluster({ cluster }: Places, native: string, user: ServerUser, durable: boolean) {
  const half = `${cluster}.new`
  await killProcessesIn(half)
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { mode: 0o700 })
  if (user.uid !== undefined && user.gid !== undefined) await chown(half, user.uid, user.gid)
  const folder = workingFolder(half)
  const initdb = (ctype: string) => [
    join(native, 'bin', 'initdb'),
    ...['-D', folder, '-U', 'postgres', '-E', 'UTF8', '--locale=C', `--lc-ctype=${ctype}`, '--no-instructions'],
    // PostgreSQL's own C.UTF-8: an upgrade of the system's library cannot reorder indexes.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // The socket's 0700 folder is the only way in.
    ...['--auth=trust', '--data-checksums'],
    ...(durable ? [] : ['--no-sync']),
  ]
  // pg_trgm asks the system what a letter is; some systems have no C.UTF-8.
  const made = await run(initdb('C.UTF-8'), half, user)
  if (!made.ok) await insist(await run(initdb('C'), half, user))
  const statements = `create role ${EMBEDDED_ROLE} login;\ncreate database ${EMBEDDED_ROLE} owner ${EMBEDDED_ROLE};\n`
  const quick = durable ? [] : ['-F']
  await insist(
    await run(
      [join(native, 'bin', 'postgres'), '--single', ...quick, '-D', folder, 'postgres'],
      half,
      user,
      statements,
    ),
  )
  await rename(half, cluster)
}

function insist(result: { ok: boolean; output: string }) {
  if (!result.ok) throw new Error(`The database could not be created: ${result.output}`)
}
