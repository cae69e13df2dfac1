import { isIP } from 'node:net'
import { env } from '#src/runtime/env.ts'

const { origin, hostname } = new URL(env.PUBLIC_URL)

/** Whose passkeys they are, as browsers and authenticators know us. */
export const RELYING_PARTY = { id: hostname, origin }

/** An address of numbers has none; nor has a page that is neither local nor sent over TLS. */
export const HAS_PASSKEYS =
  !isIP(hostname.replace(/^\[|\]$/g, '')) && (origin.startsWith('https:') || /(^|\.)localhost$/.test(hostname))
