import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from '#src/env.ts'

let known: string | undefined

/**
 * The installation's secret, at least 32 characters: SECRET, else one made at the first call and kept in
 * DATA_DIR/secret, which only its owner can read. Throws when that file can be neither read nor written.
 */
export function secret(): string {
  known ??= env.SECRET ?? keptSecret(join(env.DATA_DIR, 'secret'))
  return known
}

/** Reads the secret kept in `file`, or makes it. Of several processes that start at once, all get the same. */
export function keptSecret(file: string): string {
  return read(file) ?? make(file)
}

function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (text.length < 32) throw new Error(`${file} is too short to be a secret. Remove it to have a new one made.`)
    return text
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function make(file: string): string {
  mkdirSync(dirname(file), { recursive: true })
  // Linked when it is whole: a file that is there is never half written, and an existing one is never replaced.
  const whole = `${file}.${process.pid}`
  writeFileSync(whole, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(whole, file)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(whole)
  }
  return readFileSync(file, 'utf8').trim()
}

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
