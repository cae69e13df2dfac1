import { HAZARD_KIND_NAMES, type HazardKind } from './hazard.ts'

export const kindsTyped = (typed: Readonly<Record<string, unknown>>): HazardKind[] =>
  HAZARD_KIND_NAMES.filter((kind) => typed[`kind.${kind}`] === 'yes')
