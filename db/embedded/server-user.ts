import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'

export interface ServerUser {
  uid?: number
  gid?: number
}

/** PostgreSQL does not run as root, but as the folder's owner, `postgres` or `nobody`. */
export function serverUser(folder: string): ServerUser {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  return account('postgres') ?? account('nobody') ?? { uid: 65534, gid: 65534 }
}

/** After a restore from a copy: PostgreSQL refuses files of another owner, and a folder that others can enter. */
export function takeOwnership(folder: string, user: ServerUser): void {
  if (user.uid !== undefined && statSync(folder).uid === 0) {
    Bun.spawnSync(['chown', '-R', `${user.uid}:${user.gid}`, folder])
  }
  if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700)
}

function account(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  // macOS writes nobody's ids as -2.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined
}
