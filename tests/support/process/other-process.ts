import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'

export type OtherProcess = {
  /** 'http://127.0.0.1:41234' */
  url: string
  /** Ends it as a crash does. */
  kill(): Promise<void>
}

/** The app in another process, on the database of these tests, with settings of its own. Throws when it does not start. */
export async function otherProcess(settings: Record<string, string> = {}): Promise<OtherProcess> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'listening-app.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const { value } = await child.stdout.getReader().read()
  const port = value && /^\d+/.exec(new TextDecoder().decode(value))?.[0]
  if (!port) throw new Error(`The other process did not start: ${await child.exited}`)
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
