import { type Static, Type } from '@sinclair/typebox'
import { check } from '#src/http/input.ts'
import type { Identity } from './account.ts'

const LONGEST_NAME = 100
const name = () => Type.Optional(Type.String({ maxLength: LONGEST_NAME }))
const Names = Type.Object({ given_name: name(), family_name: name(), name: name() })

/** ASCII only: some other letters become another address in lower case, and its owner would get into the account. */
const EMAIL = /^[!#$%&'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}@[0-9A-Za-z.-]{1,180}\.[0-9A-Za-z-]{1,60}$/

export function identityOf(claims: Record<string, unknown> & { sub: string }, issuer: string): Identity {
  const { email } = claims
  return {
    issuer,
    subject: claims.sub,
    email: typeof email === 'string' && EMAIL.test(email) ? email : null,
    emailVerified: claims.email_verified === true,
    ...namesOf(claims),
  }
}

function namesOf(claims: Record<string, unknown>): Pick<Identity, 'firstName' | 'lastName'> {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST_NAME) : undefined)
  const given = { given_name: cut(claims.given_name), family_name: cut(claims.family_name), name: cut(claims.name) }
  const { value } = check(Names, given)
  const { given_name, family_name, name: whole }: Static<typeof Names> = value ?? {}
  if (given_name || family_name) return { firstName: given_name ?? null, lastName: family_name ?? null }
  const [first, ...rest] = whole?.split(/\s+/) ?? []
  return { firstName: first || null, lastName: rest.join(' ') || null }
}
