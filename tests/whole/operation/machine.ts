import { onTestFinished } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { EMBEDDED_ROLE, SOCKET_NAME, socketFolder } from '#db/embedded/paths.ts'
import { temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'
import { freePort, untilAnswering } from '#tests/whole/services/ports.ts'

/** A machine of its own: a DATA_DIR, and the embedded database in it or a given one. It is gone when the test has ended. */
export type Machine = ReturnType<typeof aMachine>

export function aMachine(databaseUrl?: string) {
  const folder = temporaryFolder('/tmp/fettle-machine-')
  const children: Bun.Subprocess[] = []
  onTestFinished(async () => {
    for (const child of children) {
      child.kill('SIGKILL')
      await child.exited
    }
    await folder.remove()
  })
  const env = {
    ...{ PATH: process.env.PATH, HOME: '/nonexistent', DATA_DIR: folder.path, DEMO: '0' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const spawn = (script: string, args: string[], more: Record<string, string> = {}) => {
    const child = Bun.spawn([process.execPath, script, ...args], {
      cwd: ROOT,
      env: { ...env, ...more },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    children.push(child)
    return child
  }
  return {
    dataDir: folder.path,
    env,
    spawn,
    /** Runs a script to its end. Returns its code and what it said. */
    run: async (script: string, ...args: string[]) => {
      const child = spawn(script, args)
      const [said] = await Promise.all([new Response(child.stderr).text(), new Response(child.stdout).text()])
      return { code: await child.exited, said: said.trim() }
    },
    /** Starts the app; returns its address and what ends it. Throws with its last words when it ends instead. */
    serve: async (more: Record<string, string> = {}) => {
      const port = freePort()
      const child = spawn('src/server.ts', [], { PORT: String(port), HOST: '127.0.0.1', ...more })
      const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      const url = `http://127.0.0.1:${port}`
      if (!(await untilAnswering(child, `${url}/readyz`))) throw new Error((await said).join(''))
      const stop = async () => {
        child.kill('SIGTERM')
        return { code: await child.exited, said: await said }
      }
      return { url, child, stop }
    },
    /** A connection to its database, which runs while the app does. */
    connect: () =>
      databaseUrl
        ? new SQL({ url: databaseUrl, max: 1 })
        : new SQL({
            ...{ adapter: 'postgres', path: join(socketFolder(folder.path), SOCKET_NAME), tls: false, max: 1 },
            ...{ username: EMBEDDED_ROLE, password: '', database: EMBEDDED_ROLE },
          }),
  }
}
