import { type TSchema, Type } from '@sinclair/typebox'
import type { DocumentDecoration } from 'elysia'
import type { Actor } from '#src/domain/account/account.ts'
import type { Action } from '#src/domain/permissions.ts'

export type Description = {
  id: string
  tag: string
  summary: string
  /** The permission that the door asks; or whoever is signed in, or who is not. */
  by: Action | 'signedIn' | 'everybody'
  query?: Parameters
  /** When it takes a sign-in and no token, if not always: `by` says that. */
  signInIf?: string
  body?: TSchema
  optionalBody?: true
  answers: Readonly<Record<number, TSchema>>
  /** Takes an Idempotency-Key, as POST and PATCH do if this does not say otherwise. */
  once?: boolean
  /** Answers an ETag, and 304 to who has it, as every GET of JSON does if this does not say otherwise. */
  etag?: boolean
  ifMatch?: true
  headers?: readonly ('Set-Cookie' | 'Location')[]
  refusals?: readonly number[]
  deprecated?: true
}

export type Parameter = { schema: TSchema; description: string }
export type Parameters = Readonly<Record<string, Parameter>>

/** The 304 to who has what a GET of the route would answer, known from its sender and the time; else null. Throws as the route does. */
export type Unchanged = (user: Actor, request: Request) => Response | null

export const polled = (unchanged: Unchanged): { detail: DocumentDecoration & { unchanged: Unchanged } } => ({
  detail: { unchanged },
})

type Details = Omit<Description, 'id' | 'tag' | 'summary' | 'answers'> & Partial<Pick<Description, 'answers'>>

const Anything = Type.Unknown()
export const Nothing = Type.Null()
export const HTML = Type.String({ contentMediaType: 'text/html' })
export const CSV = Type.String({ contentMediaType: 'text/csv' })

export const describedUnder =
  (tag: string) =>
  (id: string, summary: string, { answers = { 200: Anything }, ...details }: Details) =>
    descriptionHook({ id, tag, summary, answers, ...details })

export const descriptionHook = (described: Description, unchanged?: Unchanged) => ({
  detail: { summary: described.summary, unchanged, described },
})

export type Route = { method: string; path: string; hooks?: { detail?: unknown } }

export const descriptionOf = ({ hooks }: Route): Description | undefined =>
  (hooks?.detail as { described?: Description } | undefined)?.described
