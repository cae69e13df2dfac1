import { env } from '#src/runtime/env.ts'
import { mayHavePasskeys } from '#src/runtime/passkey-setting.ts'

const { origin, hostname } = new URL(env.PUBLIC_URL)

/** Whose passkeys they are, as browsers and authenticators know us. */
export const RELYING_PARTY = { id: hostname, origin }

export const HAS_PASSKEYS = mayHavePasskeys(env.PUBLIC_URL)
