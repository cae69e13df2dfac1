import type { ServerUser } from './server-user.ts'

/** Leaves out the app's secrets. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }

/** Under a 0700 home the server's user cannot reach a folder by its path, but can be started in it. */
export const workingFolder = (folder: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : folder)

export async function run(command: string[], cwd: string, user: ServerUser, input = '') {
  try {
    const child = Bun.spawn(command, {
      cwd,
      ...user,
      env: SERVER_ENVIRONMENT,
      stdin: Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { ok: code === 0, output: `${stdout}${stderr}`.trim() }
  } catch (error) {
    return { ok: false, output: String(error) }
  }
}
