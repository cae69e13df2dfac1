import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from '#src/runtime/env.ts'
import { randomSecret } from './random.ts'

let known: string | undefined

export function secret(): string {
  known ??= env.SECRET ?? storedSecret(join(env.DATA_DIR, 'secret'))
  return known
}

export function storedSecret(file: string): string {
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
  // Linked when complete: no reader sees half a file, and no existing one is replaced.
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, `${randomSecret()}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(temporary)
  }
  return readFileSync(file, 'utf8').trim()
}

const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
