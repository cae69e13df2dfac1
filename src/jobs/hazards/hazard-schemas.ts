import { Type } from '@sinclair/typebox'
import {
  ATTEMPT_WAYS,
  type AttemptWay,
  HAZARD_ENDINGS,
  HAZARD_KIND_NAMES,
  HAZARD_KINDS,
  HAZARD_LEVELS,
  type HazardEnding,
} from '#src/domain/property/hazard/hazard.ts'
import {
  choice,
  DAY_SCHEMA,
  INSTANT_SCHEMA,
  inWords,
  objectSchema,
  orNull,
  withDescription,
} from '#src/http/schemas.ts'

const HAZARD_KIND = choice(HAZARD_KIND_NAMES, { description: `${inWords(HAZARD_KINDS)}.` })
const Attempt = objectSchema('AccessAttempt', 'An attempt at getting in, besides visits at a closed door.', {
  on: DAY_SCHEMA,
  way: choice(Object.keys(ATTEMPT_WAYS) as AttemptWay[]),
})
export const HazardSchema = objectSchema('Hazard', 'What of a job could harm somebody, and how far it is dealt with.', {
  level: choice(HAZARD_LEVELS),
  kinds: Type.Array(HAZARD_KIND),
  awareAt: withDescription(INSTANT_SCHEMA, 'When it was known of: when the job was raised, unless earlier.'),
  investigatedAt: orNull(INSTANT_SCHEMA, { description: 'The first visit inside.' }),
  summarySentAt: orNull(INSTANT_SCHEMA, { description: 'When the written summary was sent.' }),
  safeAt: orNull(INSTANT_SCHEMA, { description: 'When it was made safe: the work done.' }),
  workBegunAt: orNull(INSTANT_SCHEMA, { description: 'When preventive work was begun.' }),
  ending: orNull(choice(Object.keys(HAZARD_ENDINGS) as HazardEnding[]), {
    description: `How else it ended: ${inWords(HAZARD_ENDINGS)}.`,
  }),
  attempts: Type.Array(Attempt),
  due: orNull(INSTANT_SCHEMA, { description: 'The strictest open target; null when none is open.' }),
})
