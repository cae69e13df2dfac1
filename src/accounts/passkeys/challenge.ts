import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { spentChallenges } from '#db/schema.ts'
import { secret } from '#src/access/secret.ts'
import { sha256 } from '#src/access/sha256.ts'

/** What is asked for, and of whom: the hash of a session, or the secret that a browser keeps. */
type Holder = { what: 'add' | 'sign in'; holder: string }

export const QUESTION_SECONDS = 10 * 60
const RANDOM = 16
const END = 6

const signed = (open: Buffer, { what, holder }: Holder): Buffer =>
  createHmac('sha256', secret()).update(`passkey ${what}\n${holder}\n`).update(open).digest()

/** Kept nowhere before it is answered: it carries its end, signed for its holder. */
export function newChallenge(asked: Holder): string {
  const open = Buffer.alloc(RANDOM + END)
  randomBytes(RANDOM).copy(open)
  open.writeUIntBE(Date.now() + QUESTION_SECONDS * 1000, RANDOM, END)
  return Buffer.concat([open, signed(open, asked)]).toString('base64url')
}

const endOf = (challenge: string): number => Buffer.from(challenge, 'base64url').readUIntBE(RANDOM, END)

export function isAsked(challenge: string, asked: Holder): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== RANDOM + END + 32 || bytes.toString('base64url') !== challenge) return false
  const [open, mark] = [bytes.subarray(0, RANDOM + END), bytes.subarray(RANDOM + END)]
  return timingSafeEqual(mark, signed(open, asked)) && endOf(challenge) > Date.now()
}

/** False when it was answered before: of two at once one is taken. */
export async function takeChallenge(tx: Tx, challenge: string): Promise<boolean> {
  await tx.delete(spentChallenges).where(lt(spentChallenges.expiresAt, sql`now()`))
  const row = { hash: sha256(challenge), expiresAt: new Date(endOf(challenge)) }
  return (await tx.insert(spentChallenges).values(row).onConflictDoNothing().returning()).length > 0
}
