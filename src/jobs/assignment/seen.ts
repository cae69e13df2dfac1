import { allTexts, type Typed } from '#src/http/input.ts'
import type { SeenContractor } from '#src/jobs/actions.ts'
import type { SeenContractors } from './many.ts'

export const seenIn = ({ instead }: Typed): SeenContractor | undefined =>
  typeof instead === 'string' ? instead.trim() || null : undefined

export function tickedIn({ id }: Typed): { ids: string[]; seen: SeenContractors } {
  const ticks = allTexts(id).map((text) => text.split('.'))
  const seen = ticks.flatMap(([one = '', holder]) =>
    holder === undefined ? [] : [[one.toLowerCase(), holder || null] as const],
  )
  return { ids: ticks.map(([one = '']) => one), seen: new Map(seen) }
}
