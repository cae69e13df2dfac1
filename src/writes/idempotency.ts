import { createHmac } from 'node:crypto'
import type { DbOrTx, Tx } from '#db/connect/client.ts'
import { secret } from '#src/access/secret.ts'
import { sha256 } from '#src/access/sha256.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { ifMatchOf, refuseUnmatched } from '#src/http/cache/etag.ts'
import { HttpError, Invalid, Malformed, Refused } from '#src/http/errors.ts'
import { sentContents } from '#src/http/form-with-file.ts'
import { keepBody, type Typed } from '#src/http/input.ts'
import { Turns } from '#src/runtime/turns.ts'
import { FORM_KEY } from '#views/ui/input/form-key.tsx'
import { byItself, type Each, type JsonResult } from './each.ts'
import {
  type KeyedAnswer,
  type KeyedCall,
  lockCall,
  type StoredAnswer,
  storeAnswer,
  storedAnswer,
} from './stored-answers.ts'
import { type Access, type AllInOne, doneFirst, inOneTransaction, transaction } from './transaction.ts'

// A key's row commits with its change and answer; a lock on the key makes repeats wait for that commit.

type Sender = {
  user: { id: string }
  request: Request
  current?: (tx: Tx) => Promise<unknown>
  access?: Access
}
type Answer<T> = (result: T, tx: DbOrTx) => Response | Promise<Response>
type Renew = (body: string, tx: Tx) => Promise<string>

/** Transactions in `act` become one, in which `answer` reads; both may run more than once. */
export async function once<T>(
  { user, request, current, access }: Sender,
  act: () => Promise<T>,
  answer: Answer<T>,
  renew?: Renew,
): Promise<Response> {
  const tags = current ? ifMatchOf(request) : null
  const first = tags && current && (async (tx: Tx) => refuseUnmatched(tags, await current(tx)))
  // A slow body must not hold a transaction open.
  const call = await callOf(user, request)
  const change = async (tx: Tx) => {
    const result = await act()
    await doneFirst(tx)
    return answer(result, tx)
  }
  if (!call) return inOneTransaction(change, { ...access, first })
  const work = async (tx: Tx) => {
    const response = await change(tx)
    const etag = response.headers.get('etag')
    return { outcome: response, status: response.status, body: await response.clone().text(), etag }
  }
  const again = async (kept: StoredAnswer, tx: Tx) =>
    replay(renew && !kept.changed ? { ...kept, body: await renew(kept.body, tx) } : kept)
  return underKey(call, { replay: again, work, busy: STILL_AT_WORK, allInOne: { ...access, first } })
}

/** `prepare` is work that must not hold a transaction; a repeat is answered without it. */
export async function onceAfter<Prepared, T>(
  sender: Sender,
  prepare: () => Promise<Prepared>,
  act: (prepared: Prepared) => Promise<T>,
  answer: Answer<T>,
): Promise<Response> {
  const call = await callOf(sender.user, sender.request)
  const first = async () => {
    const prepared = await prepare()
    return once(sender, () => act(prepared), answer)
  }
  if (!call) return first()
  const repeated = async () => {
    const kept = await transaction((tx) => storedAnswer(tx, call))
    return kept && replay(kept)
  }
  const work = async () => {
    const before = await repeated()
    if (before) return before
    try {
      return await first()
    } catch (error) {
      const meanwhile = await repeated()
      if (meanwhile) return meanwhile
      throw error
    }
  }
  return preparing.run(turnOf(call), work, () => stillAtWork(STILL_AT_WORK))
}

const preparing = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: 10_000 })

const STILL_AT_WORK = 'The first request with this Idempotency-Key is still at work.'

async function callOf({ id: userId }: { id: string }, request: Request): Promise<KeyedCall | null> {
  const key = checkedKey(request.headers.get('idempotency-key'))
  await keepBody(request)
  return key === null ? null : { userId, key, ...doors(key).call, ...(await hashesOf(request, key)) }
}

type Door = Pick<KeyedCall, 'keyHash' | 'otherDoor'>

/** No header has a space: a form's key never equals a script's. What came by one door is refused at the other. */
function doors(key: string): { call: Door; form: Door } {
  const [call, form] = [sha256(key), sha256(`form ${key}`)]
  const sentByForm = () => new HttpError(409, 'The form with this key was sent already.', {}, 'already_sent')
  return {
    call: { keyHash: call, otherDoor: { keyHash: form, refusal: sentByForm } },
    form: { keyHash: form, otherDoor: { keyHash: call, refusal: () => new Refused(SENT_ALREADY) } },
  }
}

function replay({ status, body, etag, changed }: StoredAnswer): Response {
  if (changed) throw anotherRequest()
  return new Response(body, { status, headers: { ...REPLAYED, ...(etag && { etag }) } })
}

const SENT_ALREADY = 'This form was sent already, before your last changes. If you want it once more, send it again.'

const alreadySent = (): never => {
  throw new Refused(SENT_ALREADY)
}

/** For a form that is shown again with what was typed. */
export const alreadyInvalid = (): never => {
  throw new Invalid({ '': SENT_ALREADY })
}

type KeyedForm = { user: Actor; request: Request; typed: Typed }

/** `already` answers where the first time had other contents: these have done nothing. */
export async function onceByForm<T extends JsonResult>(
  form: KeyedForm,
  act: () => Promise<T>,
  already: (first: T) => T = alreadySent,
): Promise<T> {
  const call = await callByForm(form)
  if (!call) return act()
  const replay = ({ body, changed }: StoredAnswer): T => (changed ? already(JSON.parse(body)) : JSON.parse(body))
  return underKey(call, { replay, work: () => told(act), busy: 'This form is still being sent.' })
}

async function callByForm({ user, request, typed }: KeyedForm): Promise<KeyedCall | null> {
  const key = checkedKey(formKeyOf(typed) ?? null)
  return key === null ? null : { userId: user.id, key, ...doors(key).form, ...(await hashesOf(request, key)) }
}

export async function onceByFormAfter<Prepared, T extends JsonResult>(
  form: KeyedForm,
  prepare: () => Promise<Prepared>,
  act: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const call = await callByForm(form)
  const kept = call && (await transaction((tx) => storedAnswer(tx, call)))
  if (kept && !kept.changed) return JSON.parse(kept.body)
  const prepared = await prepare()
  return onceByForm(form, () => act(prepared))
}

async function told<T extends JsonResult>(act: () => Promise<T>) {
  const outcome = await act()
  return { outcome, status: 200, body: JSON.stringify(outcome) }
}

export const finishOnce = (form: KeyedForm, work: () => Promise<unknown>): Promise<null> =>
  onceByForm(form, () => work().then(() => null))

export function formKeyOf(typed: Typed): string | undefined {
  const key = typed[FORM_KEY]
  return typeof key === 'string' ? key : undefined
}

/** Each change has a transaction of its own, so the repeat of a request that broke off does the rest. */
export async function onceForEach<Input>(
  { user, request }: { user: Actor; request: Request },
  read: () => Promise<Input>,
): Promise<{ input: Input; each: Each }> {
  const key = checkedKey(request.headers.get('idempotency-key'))
  await keepBody(request)
  const input = await read()
  if (key === null) return { input, each: byItself }
  const sent = { userId: user.id, key, ...(await hashesOf(request, key)) }
  if ((await transaction((tx) => storedAnswer(tx, { ...sent, keyHash: sha256(key) })))?.changed) throw anotherRequest()
  const [keepKey, ofItem] = [eachUnder(sent, () => key), eachUnder(sent, (item) => `item ${item} of ${key}`)]
  let isKept = false
  // The key itself is kept with the first item, so that another request is refused it.
  const each: Each = async (item, act) => {
    if (!isKept) isKept = await keepKey('', () => ofItem(item, act).then(() => true))
    return ofItem(item, act)
  }
  return { input, each }
}

/** A form that was changed is another one: each of its items tells by its state that it was done before. */
export async function onceForEachByForm(sent: KeyedForm): Promise<Each> {
  const key = checkedKey(formKeyOf(sent.typed) ?? null)
  if (key === null) return byItself
  const hashes = await hashesOf(sent.request, key)
  const nameOf = (item: string) => `item ${item} of form ${key} ${hashes.requestHash}`
  return eachUnder({ userId: sent.user.id, key, ...hashes }, nameOf)
}

function eachUnder(sent: Omit<KeyedCall, 'keyHash'>, nameOf: (item: string) => string): Each {
  return <T extends JsonResult>(item: string, act: () => Promise<T>) => {
    const replay = ({ body, changed }: StoredAnswer): T => {
      if (changed) throw anotherRequest()
      return JSON.parse(body)
    }
    const busy = 'The first request with this key is still at work.'
    return underKey({ ...sent, keyHash: sha256(nameOf(item)) }, { replay, work: () => told(act), busy })
  }
}

const KEY_HEADER = { header: 'Idempotency-Key' }

function anotherRequest() {
  const detail = 'This Idempotency-Key was used for another request. Please use a new one.'
  return new HttpError(422, detail, {}, 'idempotency_key_reused', [{ ...KEY_HEADER, detail }])
}

/** Repeats wait here, not each on a connection of the database. */
const keyTurns = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: 10_000 })

const turnOf = ({ userId, keyHash }: KeyedCall): string => `${userId} ${keyHash}`

const stillAtWork = (busy: string) =>
  new HttpError(409, `${busy} Please try again in a moment.`, { 'retry-after': '5' }, 'still_at_work')

type Keyed<R> = {
  replay: (kept: StoredAnswer, tx: Tx) => R | Promise<R>
  work: (tx: Tx) => Promise<{ outcome: R } & KeyedAnswer>
  busy: string
  allInOne?: AllInOne
}

function underKey<R>(call: KeyedCall, { replay, work, busy, allInOne }: Keyed<R>): Promise<R> {
  const late = () => stillAtWork(busy)
  const first = () =>
    inOneTransaction(async (tx) => {
      await lockCall(tx, call, late)
      const kept = await storedAnswer(tx, call)
      if (kept) return replay(kept, tx)
      const { outcome, ...answered } = await work(tx)
      await storeAnswer(tx, call, answered)
      return outcome
    }, allInOne)
  return keyTurns.run(turnOf(call), first, late)
}

function checkedKey(key: string | null): string | null {
  if (key !== null && !/^[!-~]{1,255}$/.test(key))
    throw new Malformed('Idempotency-Key must have 1 to 255 visible ASCII characters.', KEY_HEADER)
  return key
}

/** Keyed with the installation's secret: a plain hash of a body with a password would let it be guessed fast. */
async function hashesOf(request: Request, key: string): Promise<Pick<KeyedCall, 'requestHash' | 'plainHash'>> {
  const { pathname, search } = new URL(request.url)
  const sent = Buffer.concat([Buffer.from(`${request.method} ${pathname}${search}\n`), await sentContents(request)])
  const plainHash = () => new Bun.CryptoHasher('sha256').update(sent).digest('hex')
  const requestHash = createHmac('sha256', secret()).update(`request under ${key}\n`).update(sent).digest('hex')
  return { requestHash, plainHash }
}

const REPLAYED = {
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-store',
  'idempotency-replayed': 'true',
}
