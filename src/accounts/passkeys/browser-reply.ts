import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

const LONGEST = 20_000

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the browser's script put into the form. Null when it is no answer. */
function read(text: unknown): { id: string; response: Record<string, unknown> } | null {
  if (typeof text !== 'string' || text.length > LONGEST) return null
  try {
    const found: unknown = JSON.parse(text)
    if (!isObject(found) || typeof found.id !== 'string' || !isObject(found.response)) return null
    return found as { id: string; response: Record<string, unknown> }
  } catch {
    return null
  }
}

export const registrationIn = (text: unknown): RegistrationResponseJSON | null =>
  read(text) as RegistrationResponseJSON | null

export const authenticationIn = (text: unknown): AuthenticationResponseJSON | null =>
  read(text) as AuthenticationResponseJSON | null
