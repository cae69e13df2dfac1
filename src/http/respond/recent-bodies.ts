import { RecentlyUsed } from '#src/domain/cache-until.ts'

export type Body = string | Uint8Array<ArrayBuffer>
type Recent = { body: Body; made: Map<string, unknown> }

/** In bytes, of bodies: what is compressed of them is a tenth. As much again may be there. */
const MOST = 3_000_000

const recent = new RecentlyUsed<number | bigint, Recent>(MOST, ({ body }) => body.length)

/** Pages and lists recur until something changes: what is made of one is made once. `what` names it. */
export function madeOnce<Made>(body: Body, what: string, make: () => Made): Made {
  const hash = Bun.hash(body)
  const before = recent.get(hash)
  const { made } = before && isSame(before.body, body) ? before : recent.set(hash, { body, made: new Map() })
  if (!made.has(what)) made.set(what, make())
  return made.get(what) as Made
}

function isSame(one: Body, other: Body): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one.length === other.length && Buffer.compare(one, other) === 0
}
