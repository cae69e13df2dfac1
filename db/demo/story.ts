import type { ContractorType } from '#src/domain/job/contractor-type.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import type { Happening } from './happenings.ts'
import type { AgentName, ContractorName } from './people.ts'
import type { Motif } from './pictures.ts'

export type StoryEnding =
  | 'pending'
  | 'assigned'
  | 'started'
  | 'quoted'
  | 'quote expired'
  | 'approved'
  | 'work started'
  | 'work done'
  | 'visited'
  | 'declined'
  | 'visit invoiced'
  | 'all invoiced'
  | 'cancelled'

export type Story = {
  /** In days. */
  age: number
  agent: AgentName
  contractor: ContractorName
  ending: StoryEnding
  property: string
  address: string
  issue: string
  urgency?: Urgency
  access?: string
  trade?: ContractorType
  tenant?: [name: string, phone: string]
  work?: string
  /** In pounds, not pence. */
  quote?: [amount: number, description: string]
  more?: { materialsCost: number; laborCost: number; estimatedDuration: string; notes?: string }
  photos?: Motif[]
  raisedWith?: Motif[]
  today?: Happening[]
}
