export const WAITING_ON = ['admin', 'contractor', 'agent', 'nobody'] as const
export type WaitingOn = (typeof WAITING_ON)[number]

export const isSomebody = (on: WaitingOn): on is Exclude<WaitingOn, 'nobody'> => on !== 'nobody'

export const WAITING_ON_LABELS: Record<WaitingOn, string> = {
  admin: 'Administrators',
  contractor: 'Contractor',
  agent: 'Estate agent',
  nobody: 'Nobody',
}

export const WAITING_FOR = ['assign', 'book', 'visit', 'finish', 'decide', 'invoice'] as const
export type WaitingFor = (typeof WAITING_FOR)[number]

export type Waiting = { waitingOn: WaitingOn; waitingFor: WaitingFor | null }

export const on = (waitingOn: WaitingOn, waitingFor: WaitingFor | null = null): Waiting => ({ waitingOn, waitingFor })

export const NOBODY = on('nobody')
export const TO_INVOICE = on('admin', 'invoice')

/** Counts of urgent and late jobs go one beyond MAX_COUNTED at most. */
export type AdminToDo = { toAssign: number; urgent: number; oldest: Date | null; late: number }

export type ContractorToDo = Partial<Record<WaitingFor, number>> & { late: number }
