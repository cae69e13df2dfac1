import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secret, storedSecret } from '#src/access/secret.ts'

const inFolder = async (work: (folder: string) => Promise<void> | void) => {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-secret-'))
  await work(folder)
  rmSync(folder, { recursive: true })
}

test('a secret is made once and kept for its owner alone', () =>
  inFolder((folder) => {
    const file = join(folder, 'data', 'secret')
    const first = storedSecret(file)
    expect(first.length).toBeGreaterThanOrEqual(43)
    expect(storedSecret(file)).toBe(first)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret'])
    expect(storedSecret(join(folder, 'other'))).not.toBe(first)
  }))

test('processes that start at once get the same', () =>
  inFolder(async (folder) => {
    const program = `console.log((await import('#src/access/secret.ts')).storedSecret(${JSON.stringify(join(folder, 'secret'))}))`
    const processes = Array.from({ length: 4 }, () =>
      Bun.spawn([process.execPath, '-e', program], { cwd: process.cwd() }),
    )
    const secrets = await Promise.all(processes.map((child) => new Response(child.stdout).text()))
    expect(secrets[0]!.trim()).toHaveLength(43)
    expect(new Set(secrets).size).toBe(1)
  }))

test('a damaged file is not taken for a secret', () =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'secret'), 'short\n')
    expect(() => storedSecret(join(folder, 'secret'))).toThrow('too short')
  }))

test('the process has one', () => expect(secret()).toBe(secret()))
