import { type Static, Type } from '@sinclair/typebox'
import { isDay, today } from '#src/domain/dates.ts'
import {
  ATTEMPT_WAYS,
  type AttemptWay,
  HAZARD_ENDINGS,
  HAZARD_KIND_NAMES,
  HAZARD_LEVELS,
  HAZARD_TIME_NAMES,
  type HazardEnding,
  type HazardTime,
} from '#src/domain/property/hazard/hazard.ts'
import { type Judged, judged } from '#src/http/input.ts'
import { A_MOMENT, isInstant } from '#src/http/query.ts'

const oneOf = <Name extends string>(names: readonly Name[], error: string) =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    { error },
  )
const kinds = Type.Array(oneOf(HAZARD_KIND_NAMES, 'Please choose of the list'), {
  maxItems: HAZARD_KIND_NAMES.length,
  error: 'Please choose of the list',
})

export const RAISED_HAZARD = {
  hazardLevel: Type.Optional(oneOf(HAZARD_LEVELS, 'Must be significant or emergency')),
  hazardKinds: Type.Optional(kinds),
}
export type RaisedHazard = Static<ReturnType<typeof raised>>
const raised = () => Type.Object(RAISED_HAZARD)

const moment = Type.Optional(Type.String({ maxLength: 40, error: `Must be a time: ${A_MOMENT}` }))
const endings = ['', ...(Object.keys(HAZARD_ENDINGS) as HazardEnding[])] as const

export const HazardChangeBody = Type.Partial(
  Type.Object({
    level: oneOf(['none', ...HAZARD_LEVELS] as const, 'Must be none, significant or emergency'),
    kinds,
    ...({
      awareAt: moment,
      investigatedAt: moment,
      summarySentAt: moment,
      safeAt: moment,
      workBegunAt: moment,
    } as const),
    ending: oneOf(endings, 'Please choose one of the list'),
    attemptOn: Type.String({ maxLength: 10, error: 'Must be a day' }),
    attemptWay: oneOf(['', ...(Object.keys(ATTEMPT_WAYS) as AttemptWay[])] as const, 'Please choose one of the list'),
    reason: Type.String({ maxLength: 1000, error: 'Must be at most 1,000 characters' }),
  }),
  { keepEmpty: true, $id: 'HazardChange' },
)
type Sent = Static<typeof HazardChangeBody>

export type HazardChange = Partial<
  Pick<Sent, 'level' | 'kinds' | 'ending' | 'reason'> & {
    [Name in HazardTime]: Date | null
  } & { attempt: { on: string; way: AttemptWay } }
>

export function hazardRule({ attemptOn, attemptWay, ...sent }: Sent): Judged<HazardChange> {
  const wrong: Record<string, string> = {}
  const change: HazardChange = {}
  for (const name of ['level', 'kinds', 'ending', 'reason'] as const)
    if (sent[name] !== undefined) Object.assign(change, { [name]: sent[name] })
  for (const name of HAZARD_TIME_NAMES) {
    const text = sent[name]
    if (text && !isInstant(text)) wrong[name] = `Must be a time: ${A_MOMENT}`
    else if (text !== undefined) change[name] = text ? new Date(text) : null
  }
  if (attemptOn || attemptWay) {
    if (!attemptOn || !isDay(attemptOn) || attemptOn > today()) wrong.attemptOn = 'Please give a day that has been'
    else if (!attemptWay) wrong.attemptWay = 'Please choose how'
    else change.attempt = { on: attemptOn, way: attemptWay }
  }
  return judged(change, wrong)
}
