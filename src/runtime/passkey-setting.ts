import { isIP } from 'node:net'
import { Type } from '@sinclair/typebox'

export const PASSKEY_SETTING = {
  REQUIRE_PASSKEY: Type.Optional(Type.Literal('admin', { error: 'must be admin, or unset' })),
}

/** An address of numbers has no passkeys; nor has a page that is neither local nor sent over TLS. */
export function mayHavePasskeys(publicUrl: string): boolean {
  if (!URL.canParse(publicUrl)) return false
  const { protocol, hostname } = new URL(publicUrl)
  return !isIP(hostname.replace(/^\[|\]$/g, '')) && (protocol === 'https:' || /(^|\.)localhost$/.test(hostname))
}

export const wrongPasskeys = (given: { REQUIRE_PASSKEY?: string; PUBLIC_URL?: string }): [string, string][] =>
  given.REQUIRE_PASSKEY && given.PUBLIC_URL && !mayHavePasskeys(given.PUBLIC_URL)
    ? [['REQUIRE_PASSKEY', 'needs a PUBLIC_URL that has passkeys: https:// and a name, not an address of numbers']]
    : []
