import { chown, lstat, mkdir } from 'node:fs/promises'
import type { ServerUser } from './server-user.ts'

/** Anybody may have made the folder under /tmp: throws unless it is `owner`'s and closed to others' writes. */
export async function privateFolder(path: string, mode: number, owner: ServerUser = {}): Promise<void> {
  const uid = owner.uid ?? process.getuid?.() ?? 0
  try {
    await mkdir(path, { mode })
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(`${path} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.`)
  }
}
