import { HttpError, Invalid } from '#src/http/errors.ts'
import type { ProblemCode } from '#src/http/problem-codes.ts'

export type JsonResult = null | string | number | boolean | JsonResult[] | { [name: string]: JsonResult }

export type Each = <T extends JsonResult>(item: string, act: () => Promise<T>) => Promise<T>

export const byItself: Each = (_, act) => act()

/** Of what one of many may be refused with; anything else ends the rest. */
export const REFUSED = [404, 409, 422] as const
type RefusedStatus = (typeof REFUSED)[number]
const isRefused = (status: number): status is RefusedStatus => REFUSED.some((one) => one === status)

export type Refusal = {
  ok: false
  status: RefusedStatus
  code: ProblemCode
  message: string
  errors?: Readonly<Record<string, string>>
}
export type ItemOutcome<Done> = (Done & { ok: true }) | Refusal

export const TWICE: Refusal = { ok: false, status: 409, code: 'named_twice', message: 'This is in the list twice.' }

/** Changes item after item. One that is refused leaves the others as they are; what is unforeseen ends the rest. */
export async function changeEach<Done extends { [name: string]: JsonResult }>(
  ids: readonly string[],
  change: (id: string, index: number) => Promise<Done>,
  each: Each = byItself,
): Promise<ItemOutcome<Done>[]> {
  const outcomes: ItemOutcome<Done>[] = []
  const seen = new Set<string>()
  for (const [index, given] of ids.entries()) {
    const id = given.toLowerCase()
    outcomes.push(seen.has(id) ? TWICE : await attempt(() => each(id, () => change(id, index))))
    seen.add(id)
  }
  return outcomes
}

async function attempt<Done>(change: () => Promise<Done>): Promise<ItemOutcome<Done>> {
  try {
    return { ...(await change()), ok: true }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, code, message } = error
    if (!isRefused(status) || code === 'idempotency_key_reused') throw error
    return { ok: false, status, code, message, ...(error instanceof Invalid && { errors: error.errors }) }
  }
}
