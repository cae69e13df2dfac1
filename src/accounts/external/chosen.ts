import { env } from '#src/runtime/env.ts'
import type { ExternalSignIn } from './sign-in.ts'

const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, PUBLIC_URL } = env

export const external: ExternalSignIn | null =
  OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
    ? (await import('./sign-in.ts')).externalSignIn({
        issuer: OIDC_ISSUER,
        clientId: OIDC_CLIENT_ID,
        clientSecret: OIDC_CLIENT_SECRET,
        name: OIDC_NAME,
        redirectUri: `${PUBLIC_URL}/api/callback`,
      })
    : null
