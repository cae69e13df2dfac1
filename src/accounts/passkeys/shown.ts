import { needsPasskey } from '#src/access/passkey-needed.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { PasskeysProps } from '#views/accounts/signing-in/passkeys.tsx'
import { passkeysOf } from './queries.ts'
import { handleOf } from './questions.ts'
import { HAS_PASSKEYS, RELYING_PARTY } from './relying-party.ts'

export async function passkeysShown(user: Actor): Promise<PasskeysProps | undefined> {
  if (!HAS_PASSKEYS) return undefined
  const [relyingParty, handle, isRequired] = [RELYING_PARTY.id, handleOf(user.id), needsPasskey(user)]
  return { passkeys: await passkeysOf(user.id), relyingParty, handle, isRequired }
}
