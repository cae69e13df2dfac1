// Made by `npm run emails`
import { jobAssigned } from '../letters/jobs.tsx'
import jobAssignedHtml from './job-assigned.ts'
import { jobWithdrawn } from '../letters/jobs.tsx'
import jobWithdrawnHtml from './job-withdrawn.ts'
import { jobDeleted } from '../letters/jobs.tsx'
import jobDeletedHtml from './job-deleted.ts'
import { jobCancelled } from '../letters/jobs.tsx'
import jobCancelledHtml from './job-cancelled.ts'
import { quoteApproved } from '../letters/quotes.tsx'
import quoteApprovedHtml from './quote-approved.ts'
import { quoteDeclined } from '../letters/quotes.tsx'
import quoteDeclinedHtml from './quote-declined.ts'
import { quoteSubmitted } from '../letters/quotes.tsx'
import quoteSubmittedHtml from './quote-submitted.ts'
import { jobCompleted } from '../letters/jobs.tsx'
import jobCompletedHtml from './job-completed.ts'
import { jobsHandedOver } from '../letters/jobs.tsx'
import jobsHandedOverHtml from './jobs-handed-over.ts'
import { jobUrgent } from '../letters/jobs.tsx'
import jobUrgentHtml from './job-urgent.ts'
import { hazardEmergency } from '../letters/properties.tsx'
import hazardEmergencyHtml from './hazard-emergency.ts'
import { jobsUrgent } from '../letters/jobs.tsx'
import jobsUrgentHtml from './jobs-urgent.ts'
import { jobChanged } from '../letters/jobs.tsx'
import jobChangedHtml from './job-changed.ts'
import { jobNoAccess } from '../letters/visits.tsx'
import jobNoAccessHtml from './job-no-access.ts'
import { jobReturnNeeded } from '../letters/visits.tsx'
import jobReturnNeededHtml from './job-return-needed.ts'
import { jobHandedBack } from '../letters/jobs.tsx'
import jobHandedBackHtml from './job-handed-back.ts'
import { jobReopened } from '../letters/jobs.tsx'
import jobReopenedHtml from './job-reopened.ts'
import { quoteRevised } from '../letters/quotes.tsx'
import quoteRevisedHtml from './quote-revised.ts'
import { quoteWithdrawn } from '../letters/quotes.tsx'
import quoteWithdrawnHtml from './quote-withdrawn.ts'
import { newPriceAsked } from '../letters/quotes.tsx'
import newPriceAskedHtml from './new-price-asked.ts'
import { appointmentBooked } from '../letters/visits.tsx'
import appointmentBookedHtml from './appointment-booked.ts'
import { appointmentChanged } from '../letters/visits.tsx'
import appointmentChangedHtml from './appointment-changed.ts'
import { appointmentCancelled } from '../letters/visits.tsx'
import appointmentCancelledHtml from './appointment-cancelled.ts'
import { newMessages } from '../letters/jobs.tsx'
import newMessagesHtml from './new-messages.ts'
import { reminder } from '../letters/jobs.tsx'
import reminderHtml from './reminder.ts'
import { monthFigures } from '../letters/figures.tsx'
import monthFiguresHtml from './month-figures.ts'
import { certificatesDue } from '../letters/properties.tsx'
import certificatesDueHtml from './certificates-due.ts'
import { jobsChased } from '../letters/jobs.tsx'
import jobsChasedHtml from './jobs-chased.ts'
import { accountInvitation } from '../letters/accounts.tsx'
import accountInvitationHtml from './account-invitation.ts'
import { passwordLink } from '../letters/accounts.tsx'
import passwordLinkHtml from './password-link.ts'
import { addressChanged } from '../letters/accounts.tsx'
import addressChangedHtml from './address-changed.ts'
import { newDevice } from '../letters/accounts.tsx'
import newDeviceHtml from './new-device.ts'
import { passkeyAdded } from '../letters/accounts.tsx'
import passkeyAddedHtml from './passkey-added.ts'
import { passkeyAllowed } from '../letters/accounts.tsx'
import passkeyAllowedHtml from './passkey-allowed.ts'
import { decidedByLink } from '../letters/quotes.tsx'
import decidedByLinkHtml from './decided-by-link.ts'
import { answeredByLink } from '../letters/jobs.tsx'
import answeredByLinkHtml from './answered-by-link.ts'
import { landlordAsked } from '../letters/quotes.tsx'
import landlordAskedHtml from './landlord-asked.ts'
import { repairShared } from '../letters/visits.tsx'
import repairSharedHtml from './repair-shared.ts'
import { repairVisit } from '../letters/visits.tsx'
import repairVisitHtml from './repair-visit.ts'
import { hazardSummary } from '../letters/properties.tsx'
import hazardSummaryHtml from './hazard-summary.ts'
import { certificatesShared } from '../letters/properties.tsx'
import certificatesSharedHtml from './certificates-shared.ts'
import { landlordAnswered } from '../letters/quotes.tsx'
import landlordAnsweredHtml from './landlord-answered.ts'
import { invoicesLate } from '../letters/invoices.tsx'
import invoicesLateHtml from './invoices-late.ts'
import { statementSent } from '../letters/invoices.tsx'
import statementSentHtml from './statement-sent.ts'
import { complaintReceived } from '../letters/complaints.tsx'
import complaintReceivedHtml from './complaint-received.ts'
import { complaintAnswered } from '../letters/complaints.tsx'
import complaintAnsweredHtml from './complaint-answered.ts'
import { webhookOff } from '../letters/accounts.tsx'
import webhookOffHtml from './webhook-off.ts'

export const COMPILED = {
  job_assigned: { ...jobAssigned, html: jobAssignedHtml },
  job_withdrawn: { ...jobWithdrawn, html: jobWithdrawnHtml },
  job_deleted: { ...jobDeleted, html: jobDeletedHtml },
  job_cancelled: { ...jobCancelled, html: jobCancelledHtml },
  quote_approved: { ...quoteApproved, html: quoteApprovedHtml },
  quote_declined: { ...quoteDeclined, html: quoteDeclinedHtml },
  quote_submitted: { ...quoteSubmitted, html: quoteSubmittedHtml },
  job_completed: { ...jobCompleted, html: jobCompletedHtml },
  jobs_handed_over: { ...jobsHandedOver, html: jobsHandedOverHtml },
  job_urgent: { ...jobUrgent, html: jobUrgentHtml },
  hazard_emergency: { ...hazardEmergency, html: hazardEmergencyHtml },
  jobs_urgent: { ...jobsUrgent, html: jobsUrgentHtml },
  job_changed: { ...jobChanged, html: jobChangedHtml },
  job_no_access: { ...jobNoAccess, html: jobNoAccessHtml },
  job_return_needed: { ...jobReturnNeeded, html: jobReturnNeededHtml },
  job_handed_back: { ...jobHandedBack, html: jobHandedBackHtml },
  job_reopened: { ...jobReopened, html: jobReopenedHtml },
  quote_revised: { ...quoteRevised, html: quoteRevisedHtml },
  quote_withdrawn: { ...quoteWithdrawn, html: quoteWithdrawnHtml },
  new_price_asked: { ...newPriceAsked, html: newPriceAskedHtml },
  appointment_booked: { ...appointmentBooked, html: appointmentBookedHtml },
  appointment_changed: { ...appointmentChanged, html: appointmentChangedHtml },
  appointment_cancelled: { ...appointmentCancelled, html: appointmentCancelledHtml },
  new_messages: { ...newMessages, html: newMessagesHtml },
  reminder: { ...reminder, html: reminderHtml },
  month_figures: { ...monthFigures, html: monthFiguresHtml },
  certificates_due: { ...certificatesDue, html: certificatesDueHtml },
  jobs_chased: { ...jobsChased, html: jobsChasedHtml },
  account_invitation: { ...accountInvitation, html: accountInvitationHtml },
  password_link: { ...passwordLink, html: passwordLinkHtml },
  address_changed: { ...addressChanged, html: addressChangedHtml },
  new_device: { ...newDevice, html: newDeviceHtml },
  passkey_added: { ...passkeyAdded, html: passkeyAddedHtml },
  passkey_allowed: { ...passkeyAllowed, html: passkeyAllowedHtml },
  decided_by_link: { ...decidedByLink, html: decidedByLinkHtml },
  answered_by_link: { ...answeredByLink, html: answeredByLinkHtml },
  landlord_asked: { ...landlordAsked, html: landlordAskedHtml },
  repair_shared: { ...repairShared, html: repairSharedHtml },
  repair_visit: { ...repairVisit, html: repairVisitHtml },
  hazard_summary: { ...hazardSummary, html: hazardSummaryHtml },
  certificates_shared: { ...certificatesShared, html: certificatesSharedHtml },
  landlord_answered: { ...landlordAnswered, html: landlordAnsweredHtml },
  invoices_late: { ...invoicesLate, html: invoicesLateHtml },
  statement_sent: { ...statementSent, html: statementSentHtml },
  complaint_received: { ...complaintReceived, html: complaintReceivedHtml },
  complaint_answered: { ...complaintAnswered, html: complaintAnsweredHtml },
  webhook_off: { ...webhookOff, html: webhookOffHtml },
}
