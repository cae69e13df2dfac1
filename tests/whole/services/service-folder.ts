import { mkdtempSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'

/** Ends every process whose id was noted in the folder, then removes it. PostgreSQL notes its own. */
const CLEAR_UP = `read -r _
for noted in "$0"/*.pid "$0"/*/postmaster.pid; do
  pid=$(head -n 1 "$noted" 2>/dev/null) && kill -KILL "$pid" 2>/dev/null
done
sleep 0.2
rm -rf "$0"`

/**
 * A folder under /tmp for a service that a test runs. A service writes its process id to a file `<name>.pid` in it.
 * However the tests end, kill -9 included, service and folder go: when this process is gone the pipe to the shell
 * closes, and the shell clears up.
 */
export function serviceFolder(name: string): { path: string; remove(): Promise<void> } {
  const path = realpathSync(mkdtempSync(`/tmp/fettle-${name}-`))
  const shell = Bun.spawn(['sh', '-c', CLEAR_UP, path], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    detached: true,
  })
  shell.unref()
  return {
    path,
    remove: async () => {
      await shell.stdin.end()
      await shell.exited
      await rm(path, { recursive: true, force: true })
    },
  }
}
