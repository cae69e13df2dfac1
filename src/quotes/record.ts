import type { Tx } from '#db/connect/client.ts'
import type { EventType } from '#src/domain/event/event.ts'
import { type By, recordChange } from '#src/events/record.ts'

type OfQuote = Extract<EventType, `quote.${string}`>

export const recordQuote = (
  tx: Tx,
  by: By,
  type: OfQuote,
  { id, jobId }: { id: string; jobId: string },
  data?: Record<string, string>,
): Promise<void> => recordChange(tx, by, { type, subjectId: id, jobId, data })
