import type { CDPSession, Page } from '@playwright/test'

// Chromium's virtual authenticator.

export type AuthenticatorKind = { verifies?: boolean }
export type VirtualDevice = { session: CDPSession; id: string }

export async function deviceOf(page: Page, { verifies = true }: AuthenticatorKind = {}): Promise<VirtualDevice> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: verifies } as const),
    ...{ isUserVerified: verifies, automaticPresenceSimulation: true },
  }
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return { session, id }
}

export const credentialsIn = async ({ session, id }: VirtualDevice) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials
