import type { ServerUser } from './server-user.ts'

/** What the server's programs see of the environment: none of the app's secrets. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin' }

/**
 * The working folder as the programs name it. The server's user may be unable to walk to it by its path (a project
 * under a 0700 home), but a process can always enter the folder it was started in by this name.
 */
export const workingFolder = (folder: string): string => (process.platform === 'linux' ? '/proc/self/cwd' : folder)

/**
 * Runs one of PostgreSQL's programs in `cwd` as `user` until it ends.
 * Returns whether it exited with 0, and everything it wrote.
 */
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
    // Not allowed to execute it, or not there: the same to the caller as a program that failed.
    return { ok: false, output: String(error) }
  }
}
