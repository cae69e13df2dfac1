import type { Static, TArray, TNever, TObject, TSchema } from '@sinclair/typebox'
import { type AnyElysia, Elysia } from 'elysia'
import type { DbOrTx, Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Action } from '#src/domain/permissions.ts'
import { NOT_RECORDED } from '#src/domain/recorded.ts'
import type { Each } from '#src/writes/each.ts'
import { once, onceAfter, onceForEach } from '#src/writes/idempotency.ts'
import type { Access } from '#src/writes/transaction.ts'
import { CSV, type Description, descriptionHook, type Parameters, type Unchanged } from './api-description.ts'
import { type InputRule, jsonInput, keepBody, NoFields } from './input.ts'
import { JsonAnswer, type Jsoned } from './json-answer.ts'
import type { Listing } from './list/listing.ts'
import { answerList } from './list/listing.ts'
import { LIST, SEARCH } from './parameters.ts'
import type { Query } from './query.ts'
import { recordedRule, type SentLater, withRecorded } from './recorded.ts'
import { answerCsv, type CsvColumn } from './respond/csv.ts'
import { json, jsonWithEtag } from './respond/json.ts'

// A call of the API, written once: who may, what it takes and what it answers. Permission, reading, idempotency,
// If-Match, the document and the check of the answer follow from it.

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [Param in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [Param in Name]: string }
    : unknown

type Server = { timeout(request: Request, seconds: number): void } | null
type Given<Path extends string> = {
  user: Actor
  params: ParamsOf<Path>
  query: Query
  request: Request
  server: Server
}
type Arrived = Given<string> & { params: Record<string, string> }
type Asked<Path extends string, Body> = Given<Path> & { body: Body }

type Call = { method: string; path: string; hook: object; handle: (arrived: Arrived) => Promise<Response> }

type CallOptions = {
  may: Action | 'signedIn'
  query?: Parameters
} & Pick<Description, 'signInIf' | 'refusals' | 'deprecated' | 'etag'>

type ReadOptions<A extends TSchema> = CallOptions & { answer: A; unchanged?: Unchanged }

type BodyOptions<B extends TObject, Body> = {
  body?: B
  /** A body may be missing; then it has no fields. */
  optional?: true
  /** A client without a line may send it later: its body also says when it was recorded. */
  later?: true
  rule?: InputRule<B, Body>
  /** Of its body, in bytes, where it may be longer than others. */
  largest?: number
}

type WriteOptions<
  Path extends string,
  A extends TSchema,
  M extends TSchema,
  B extends TObject,
  Body,
  Prepared,
> = CallOptions &
  BodyOptions<B, Body> & {
    answer: A
    status?: 201 | 202
    also?: { 201: M }
    /** Locks what the call changes as the change itself does, and reads it as its sender is answered it. */
    ifMatch?: (tx: Tx, user: Actor, id: string) => Promise<unknown>
    access?: (given: Given<Path>, body: () => Promise<NoInfer<Body>>) => Access | Promise<Access>
    /** Work that must not hold a transaction; a repeat is answered without it. */
    prepare?: (asked: Asked<Path, NoInfer<Body>>) => Promise<Prepared>
  }

type Within = { user: Actor; tx: DbOrTx }
type MaybePromise<T> = T | Promise<T>
type Answer<T> = MaybePromise<Jsoned<T> | JsonAnswer<Jsoned<T>>>

export const NO_BODY = { body: NoFields, optional: true } as const

/** The verbs of calls that stand under this tag in the document. */
export const callsUnder = (tag: string) => ({
  get: getUnder(tag),
  list: listUnder(tag),
  csv: csvUnder(tag),
  post: writeUnder(tag, 'POST'),
  patch: writeUnder(tag, 'PATCH'),
  put: writeUnder(tag, 'PUT'),
  remove: writeUnder(tag, 'DELETE'),
  postEach: postEachUnder(tag),
})

type Described = Omit<Description, 'by'> & { may: Description['by'] & CallOptions['may']; unchanged?: Unchanged }

function callOf(
  method: string,
  path: string,
  { may: by, unchanged, ...rest }: Described,
  handle: Call['handle'],
): Call {
  const allowed = (user: Actor) => (by === 'signedIn' ? user : authorize(user, by))
  const polled = unchanged && ((user: Actor, request: Request) => unchanged(allowed(user), request))
  return {
    ...{ method, path, hook: descriptionHook({ ...rest, by }, polled) },
    async handle(arrived) {
      allowed(arrived.user)
      return handle(arrived)
    },
  }
}

const getUnder =
  (tag: string) =>
  <const Path extends string, A extends TSchema>(
    path: Path,
    id: string,
    summary: string,
    { answer, ...rest }: ReadOptions<A>,
    read: (given: Given<Path>) => Answer<Static<A>> | MaybePromise<Response>,
  ): Call =>
    callOf('GET', path, { ...rest, tag, id, summary, answers: { 200: answer } }, async (given) => {
      const found = await read(given as Given<Path>)
      if (found instanceof Response) return found
      if (!(found instanceof JsonAnswer)) return jsonWithEtag(given.request, found)
      const answered = jsonWithEtag(given.request, found.body)
      for (const [name, value] of Object.entries(found.options.headers ?? {})) answered.headers.set(name, value)
      return answered
    })

const listUnder =
  (tag: string) =>
  <const Path extends string, A extends TArray, Item extends { id: string }>(
    path: Path,
    id: string,
    summary: string,
    { answer, query = LIST, texts, ...rest }: ReadOptions<A> & { texts?: (items: readonly Item[]) => string[] },
    find: (given: Given<Path>) => MaybePromise<Listing<Item>>,
    toJson: (item: Item) => Jsoned<Static<A>[number]>,
  ): Call =>
    callOf('GET', path, { ...rest, tag, query, id, summary, answers: { 200: answer } }, async (given) =>
      answerList(given.request, given.query, await find(given as Given<Path>), toJson, texts),
    )

type CsvOptions<Item> = CallOptions & { file: string; columns: readonly CsvColumn<Item>[] }

const csvUnder =
  (tag: string) =>
  <const Path extends string, Item extends { id: string }>(
    path: Path,
    id: string,
    summary: string,
    { file, columns, query = SEARCH, ...rest }: CsvOptions<Item>,
    find: (given: Given<Path>) => MaybePromise<Listing<Item>>,
  ): Call =>
    callOf('GET', path, { ...rest, tag, query, id, summary, answers: { 200: CSV } }, async (given) =>
      answerCsv(given.request, file, columns, await find(given as Given<Path>)),
    )

const writeUnder =
  (tag: string, method: 'POST' | 'PATCH' | 'PUT' | 'DELETE') =>
  <
    const Path extends string,
    A extends TSchema,
    B extends TObject,
    R,
    Body = Static<B>,
    Prepared = undefined,
    M extends TSchema = TNever,
  >(
    path: Path,
    id: string,
    summary: string,
    options: WriteOptions<Path, A, M, B, Body, Prepared>,
    act: (asked: Asked<Path, Body> & { prepared: Prepared }) => Promise<R>,
    toJson: (result: R, within: Within) => Answer<Static<A> | Static<M>>,
  ): Call => {
    const {
      answer,
      status = 200,
      also,
      ifMatch,
      access,
      prepare,
      body,
      optional,
      later,
      rule,
      largest,
      ...rest
    } = options
    const sentLater = later && body && { body: withRecorded(body), rule: recordedRule(rule) }
    const description: Described = {
      ...{ ...rest, tag, id, summary, once: true, body: sentLater?.body ?? body },
      ...{ optionalBody: optional, ifMatch: ifMatch && true },
      answers: { [status]: answer, ...(also as Description['answers']) },
    }
    return callOf(method, path, description, async (arrived) => {
      const given = arrived as Given<Path>
      const { user, params, request } = { ...arrived }
      await keepBody(request, undefined, largest)
      const readLater = async (): Promise<SentLater<Body>> =>
        sentLater
          ? bodyOf(request, { ...sentLater, optional })
          : { body: await bodyOf(request, { body, optional, rule }), recorded: NOT_RECORDED }
      const read = async () => (await readLater()).body
      const sender = {
        ...{ user, request, access: await access?.(given, read) },
        current: ifMatch && ((tx: Tx) => ifMatch(tx, user, params.id!)),
      }
      const answered = async (result: R, tx: DbOrTx) => respond(await toJson(result, { user, tx }), status)
      const asked = async () => {
        const { body, recorded } = await readLater()
        const by = recorded.at ? { ...user, recordedAt: recorded.at } : user
        return { ...given, user: by, body, prepared: undefined as Prepared }
      }
      if (!prepare) return once(sender, async () => act(await asked()), answered)
      const prepared = async () => {
        const known = await asked()
        return { ...known, prepared: await prepare(known) }
      }
      return onceAfter(sender, prepared, act, answered)
    })
  }

const postEachUnder =
  (tag: string) =>
  <const Path extends string, A extends TObject<{ results: TArray }>, B extends TObject, R, Body = Static<B>>(
    path: Path,
    id: string,
    summary: string,
    { answer, body, rule, largest, ...rest }: CallOptions & BodyOptions<B, Body> & { answer: A; body: B },
    act: (asked: Asked<Path, Body> & { each: Each }) => Promise<readonly R[]>,
    toJson: (outcome: R) => Jsoned<Static<A>['results'][number]>,
  ): Call =>
    callOf('POST', path, { ...rest, tag, id, summary, body, answers: { 200: answer } }, async (arrived) => {
      const { user, request } = arrived
      await keepBody(request, undefined, largest)
      const { input, each } = await onceForEach({ user, request }, () => bodyOf(request, { body, rule }))
      const outcomes = await act({ ...(arrived as Given<Path>), body: input, each })
      return json({ results: outcomes.map(toJson) })
    })

/** Of a call that takes none it is nothing, and has no type that could be read. */
const bodyOf = async <B extends TObject, Body>(
  request: Request,
  { body, ...options }: BodyOptions<B, Body>,
): Promise<Body> => (body ? jsonInput(request, body, options) : (undefined as Body))

const respond = <Body>(answer: Body | JsonAnswer<Body>, status: number): Response =>
  answer instanceof JsonAnswer
    ? json(answer.body, answer.options.status ?? status, answer.options.headers)
    : json(answer, status)

export const apiOf = (name: string, calls: readonly Call[]): AnyElysia =>
  calls.reduce<AnyElysia>(
    (routes, { method, path, hook, handle }) =>
      // Elysia reads a handler's text: one that takes its context whole has its body parsed before anybody is known.
      routes.route(
        method,
        path,
        ({ user, params, query, request, server }) => handle({ user, params, query, request, server }),
        hook,
      ),
    new Elysia({ name }).use(signedIn),
  )
