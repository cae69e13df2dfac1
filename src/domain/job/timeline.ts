import type { JobStatus } from './status.ts'
import type { JobEvent } from './transitions.ts'

export const EVENT_LABELS = {
  created: 'Job Created',
  imported: 'Job Imported',
  edited: 'Job Edited',
  assigned: 'Contractor Assigned',
  reassigned: 'Contractor Changed',
  unassigned: 'Contractor Withdrawn',
  contractorDeleted: 'Contractor Left',
  handedBack: 'Handed Back',
  started: 'Work Started',
  noAccess: 'No Access',
  returnNeeded: 'Return Needed',
  completed: 'Visit Completed',
  completedWithQuote: 'Visit Completed, Quote Needed',
  markedComplete: 'Quote Work Completed',
  quoteSubmitted: 'Quote Submitted',
  quoteApproved: 'Quote Approved',
  quoteRevised: 'Quote Revised',
  quoteWithdrawn: 'Quote Withdrawn',
  quoteDeclined: 'Quote Declined',
  newPriceAsked: 'New Price Asked For',
  quoteDeleted: 'Quote Deleted',
  quoteDeletedUnassigned: 'Quote Deleted',
  quoteRemoved: 'Quote Deleted',
  quoteWorkCompleted: 'Quote Work Completed',
  quoteWorkCancelled: 'Quote Work Cancelled',
  itemInvoiced: 'Sent to Invoiced',
  itemRestored: 'Invoice Deleted',
  invoiced: 'Job Invoiced',
  invoiceDeleted: 'Job Returned for Invoicing',
  visitDeleted: 'Visit Deleted',
  cancelled: 'Job Cancelled',
  hidden: 'Removed by Estate Agent',
  handedOver: 'Handed Over',
  reopened: 'Job Reopened',
  reopenedAssigned: 'Job Reopened',
  rivalAsked: 'Another Quote Asked For',
  appointmentBooked: 'Visit Booked',
  appointmentChanged: 'Visit Moved',
  appointmentCancelled: 'Booked Visit Cancelled',
  appointmentKept: 'Booked Visit Kept',
  appointmentMissed: 'Booked Visit Missed',
} as const satisfies Record<JobEvent, string> & Record<string, string>
export type TimelineEvent = keyof typeof EVENT_LABELS

export type JobEventEntry = {
  id: number
  actorId: string | null
  actorName: string
  event: TimelineEvent
  fromStatus: JobStatus | null
  toStatus: JobStatus | null
  detail: Record<string, string> | null
  createdAt: Date
}

export const ANOTHER_CONTRACTOR = 'Another contractor'
