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

/** How many things wait to be done, at most one beyond MAX_COUNTED, and since when the oldest of them does. */
export type WaitingCount = { count: number; oldest: Date | null }

export type AdminToDo = Record<'toAssign' | 'urgent' | 'late' | 'hazards' | 'hazardsLate', WaitingCount> & {
  hasJobs: boolean
}

export type AgentFigures = Record<
  | ('activeJobs' | 'pendingQuotes' | 'late' | 'hazards' | 'hazardsLate')
  | ('certificatesLate' | 'certificatesSoon' | 'unread'),
  number
> & { nextDue: Date | null }

/** What a contractor's first screen counts, and narrows their list to. */
export const IN_HAND_FILTERS = { hazard: 'Hazard', late: 'Late', book: 'Visit to book', finish: 'To finish' } as const
export type InHandFilter = keyof typeof IN_HAND_FILTERS

export type ContractorToDo = Record<InHandFilter | 'hazardsLate' | 'booked' | 'visit', number>
