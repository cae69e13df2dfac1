import { foundNobodyIn } from '#src/domain/visit/state.ts'
import type { VisitOutcome } from '#src/domain/visit/visit.ts'
import { env } from '#src/runtime/env.ts'

/** In pence, without VAT: what is filled in where a visit's fee is asked for, and charged where none is given. */
export const usualFee = (visit: { outcome: VisitOutcome }): number =>
  foundNobodyIn(visit) ? env.NO_ACCESS_FEE : env.VISIT_FEE
