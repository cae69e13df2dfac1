import type { JobStatus } from './job/status.ts'

const BULK_KINDS = ['assign', 'reassign', 'unassign', 'cancel', 'invoice', 'chase'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** 'assigned', as in '20 assigned, 3 refused'. */
const BULK_DONE: Record<BulkKind, string> = {
  assign: 'assigned',
  reassign: 'reassigned',
  unassign: 'back to pending',
  cancel: 'cancelled',
  invoice: 'sent to invoiced',
  chase: 'chased',
}

/** What an assignment changed, as far as taking it back restores it. Dates are ISO. */
export type BeforeAssignment = {
  status: JobStatus
  contractorId: string | null
  waitingSince: string | null
  appointmentId: string | null
  appointmentStartsAt: string | null
  appointmentEndsAt: string | null
  /** When it was changed: whoever touched it since changed this. */
  changedAt: string
  to: string
}

export type BulkItem = {
  jobId: string | null
  jobRef: string | null
  ok: boolean
  /** Why it was refused, else what became of it. */
  message: string | null
  takenBack: string | null
}

export type BulkAction = {
  id: string
  kind: BulkKind
  actorId: string | null
  actorName: string
  createdAt: Date
  takenBackAt: Date | null
  done: number
  refused: number
}

export const bulkWords = ({ kind, done, refused }: Pick<BulkAction, 'kind' | 'done' | 'refused'>): string =>
  [done || !refused ? `${done} ${BULK_DONE[kind]}` : '', refused ? `${refused} refused` : ''].filter(Boolean).join(', ')

export const TAKE_BACK_SECONDS = 60
export const mayBeTakenBack = (kind: BulkKind): boolean => kind === 'assign' || kind === 'reassign'
