// 19 MiB and two passes: OWASP's figures for argon2id, 22 ms of a thread beside the event loop.
const ARGON2ID = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password, ARGON2ID)

// Verified for accounts that do not exist, so that they take as long as those that do.
let decoy: Promise<string> | undefined

export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  try {
    const matches = await Bun.password.verify(password, hash ?? (await decoy))
    return matches && hash !== null
  } catch {
    return false // a hash that cannot be read matches nothing
  }
}
