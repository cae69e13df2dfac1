import { sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/client.ts'
import type { Actor } from '#src/accounts/account.ts'
import { HttpError, Malformed, Refused } from './errors.ts'
import { keepBody } from './input.ts'
import { inLine } from './line.ts'
import { openSealed, seal } from './seal.ts'
import { sqlState, together } from './transaction.ts'

// The row of a key is written in the transaction of the change, and the answer is made in it too, before it commits. So
// a row that is there says that the change has happened and what was answered, and one that is not, that nothing has:
// whenever a process, the database or the line dies. A lock on the key, held until the commit, makes repeats wait.

/** How long an answer is known. Older rows count as none. */
const HOURS = 24

/**
 * Does `act` and answers its result. Where the request has an Idempotency-Key, a repeat of it by the same user within
 * 24 hours gets the first answer again, marked `Idempotency-Replayed: true`, and does nothing. What fails leaves no
 * trace, so that it may be corrected and sent again under its key.
 *
 * `act` writes by actions, whose transactions become one here; `answer` reads with what it is given, which sees what
 * they wrote. Both may run more than once. Throws what they throw, Malformed for a key that is none, 422 for one that
 * another request had, 409 when the first request takes too long.
 */
export async function once<T>(
  { user, request }: { user: Actor; request: Request },
  act: () => Promise<T>,
  answer: (result: T, tx: DbOrTx) => Response | Promise<Response>,
): Promise<Response> {
  const key = keyOf(request)
  if (key === null) return answer(await act(), db)
  const call = { userId: user.id, key, keyHash: sha256(key), requestHash: await hashOf(request) }
  const work = () =>
    together(async (tx) => {
      await lock(tx, call)
      const first = await firstAnswer(tx, call)
      if (first) return first
      const response = await answer(await act(), tx)
      await keepAnswer(tx, call, response.status, await response.clone().text())
      return response
    })
  // Repeats wait for each other here, lest each hold one of the few connections while it does.
  return inLine(`${call.userId} ${call.keyHash}`, work, stillAtWork)
}

type Call = { userId: string; key: string; keyHash: string; requestHash: string }

function keyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key !== null && !/^[!-~]{1,255}$/.test(key))
    throw new Malformed('Idempotency-Key must have 1 to 255 visible ASCII characters.')
  return key
}

const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')

async function hashOf(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const body = await keepBody(request)
  return new Bun.CryptoHasher('sha256').update(`${request.method} ${pathname}${search}\n`).update(body).digest('hex')
}

const stillAtWork = () =>
  new HttpError(409, 'The first request with this Idempotency-Key is still at work. Please try again in a moment.', {
    'retry-after': '5',
  })

async function lock(tx: Tx, { userId, keyHash }: Call): Promise<void> {
  try {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`idempotent ${userId} ${keyHash}`}, 0))`)
  } catch (error) {
    throw WAITED_TOO_LONG.has(sqlState(error)) ? stillAtWork() : error
  }
}

/** PostgreSQL's limit on a lock or, where an operator has set that shorter, on a statement. */
const WAITED_TOO_LONG = new Set(['55P03', '57014'])

type Row = { request_hash: string; status: number; body: string }

async function firstAnswer(tx: Tx, call: Call): Promise<Response | null> {
  const [row] = await tx.execute<Row>(sql`
    select request_hash, status, body from idempotency_keys
    where user_id = ${call.userId} and key_hash = ${call.keyHash} and status is not null
      and created_at > now() - make_interval(hours => ${HOURS})`)
  if (!row) return null
  if (row.request_hash !== call.requestHash)
    throw new HttpError(422, 'This Idempotency-Key was used for another request. Please use a new one.')
  const body = openSealed(row.body, call.key, contextOf(call))
  if (body === null) throw new Refused('This request was done before, and its answer can no longer be read.')
  return new Response(body, { status: row.status, headers: REPLAYED })
}

/** As src/web/json.ts answers, which is all that is kept. */
const REPLAYED = {
  'content-type': 'application/json;charset=utf-8',
  'cache-control': 'no-store',
  'idempotency-replayed': 'true',
}

/** What an answer belongs to, so that no row can be put in another's place. */
const contextOf = ({ userId, keyHash, requestHash }: Call) => `${userId} ${keyHash} ${requestHash}`

async function keepAnswer(tx: Tx, call: Call, status: number, body: string): Promise<void> {
  const { userId, keyHash, requestHash } = call
  await tx.execute(sql`
    insert into idempotency_keys (user_id, key_hash, request_hash, status, body)
    values (${userId}, ${keyHash}, ${requestHash}, ${status}, ${seal(body, call.key, contextOf(call))})
    on conflict (user_id, key_hash) do update set request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at`)
}
