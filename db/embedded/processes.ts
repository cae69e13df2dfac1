import { readdir, readlink } from 'node:fs/promises'

export async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0)
  const found = await Promise.all(ids.map(async (id) => ((await runsIn(id, folder)) ? [id] : [])))
  return found.flat()
}

/** The id alone may belong to another program by now. */
export async function runsIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const command = Bun.spawnSync(['ps', '-o', 'command=', '-p', String(pid)]).stdout.toString()
    return command.includes('postgres') && command.includes(folder)
  }
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  if (cwd !== folder) return false
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '')
  return /\/bin\/(postgres|initdb)( \(deleted\))?$/.test(program)
}

export async function killProcessesIn(folder: string): Promise<void> {
  for (let left = await processesIn(folder); left.length; left = await processesIn(folder)) {
    for (const pid of left) signalTo(pid, 'SIGKILL')
    await Bun.sleep(5)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}
