import type { Actor } from '#src/domain/account/account.ts'
import type { Passkey } from '#src/domain/account/passkey.ts'
import { passkeysOf } from './queries.ts'
import { handleOf } from './questions.ts'
import { HAS_PASSKEYS, RELYING_PARTY } from './relying-party.ts'

type Shown = { passkeys: readonly Passkey[]; relyingParty: string; handle: string }

export async function passkeysShown(user: Actor): Promise<Shown | undefined> {
  if (!HAS_PASSKEYS) return undefined
  return { passkeys: await passkeysOf(user.id), relyingParty: RELYING_PARTY.id, handle: handleOf(user.id) }
}
