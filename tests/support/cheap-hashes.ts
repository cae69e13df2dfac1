import { afterAll, beforeAll } from 'bun:test'
import { hashPassword, isPassword } from '#src/accounts/password/hash.ts'

// A hash of a password takes longer than all the rest of a small test. What accounts that do not exist are compared with
// is made before, so that it takes as long as it does in production.

await isPassword('', null)
const { hashCheaply, isHashingCheap } = await import('./cheap-passwords.ts')

const hashes = new Map<boolean, Promise<string>>()

/** Hashed once, for everybody of the cast. */
export function hashOnce(password: string): Promise<string> {
  const isCheap = isHashingCheap()
  if (!hashes.has(isCheap)) hashes.set(isCheap, hashPassword(password))
  return hashes.get(isCheap)!
}

/** For a file whose tests are about how long a password takes. */
export function dearHashes(): void {
  beforeAll(() => hashCheaply(false))
  afterAll(() => hashCheaply(true))
}
