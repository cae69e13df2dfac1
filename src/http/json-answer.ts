import { etagOf } from '#src/http/cache/etag.ts'

/** What JSON makes to be a `T`: a date becomes its text. */
export type Jsoned<T> = T extends string
  ? T | (string extends T ? Date : never)
  : T extends readonly (infer Item)[]
    ? readonly Jsoned<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Jsoned<T[Name]> }
      : T

type AnswerOptions = { status?: number; headers?: Record<string, string> }

/** An answer's body with headers, or with a status other than the call's. */
export class JsonAnswer<Body> {
  constructor(
    readonly body: Body,
    readonly options: AnswerOptions,
  ) {}
}

export const unreachedJson = (unreached: readonly string[] = []): { message?: string } =>
  unreached.length ? { message: unreached.join(' ') } : {}

/** One thing after a change, with the ETag that GET of it answers. */
export const changed = <Thing extends object>(thing: Thing, unreached?: readonly string[]) =>
  new JsonAnswer({ ...thing, ...unreachedJson(unreached) }, { headers: { etag: etagOf(thing) } })
