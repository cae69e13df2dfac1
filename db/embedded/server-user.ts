import { existsSync, readFileSync, statSync } from 'node:fs'

/** A system account the server runs as. Undefined ids mean: as whoever runs the app. */
export interface ServerUser {
  uid?: number
  gid?: number
}

/**
 * PostgreSQL refuses to run as root. When the app is root the server runs as the owner of the existing database
 * folder, else as `postgres` or `nobody`, whichever the system has; nothing is created on the system.
 * When the app is anybody else, the server runs as the same user.
 */
export function serverUser(folder: string): ServerUser {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  return account('postgres') ?? account('nobody') ?? { uid: 65534, gid: 65534 }
}

function account(name: string): ServerUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  // macOS writes nobody's ids as -2.
  return uid && gid ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined
}
