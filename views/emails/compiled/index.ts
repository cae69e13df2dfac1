// Made by `npm run emails`
import { jobAssigned } from '../work/job-assigned.tsx'
import jobAssignedHtml from './job-assigned.ts'
import { jobWithdrawn } from '../work/job-withdrawn.tsx'
import jobWithdrawnHtml from './job-withdrawn.ts'
import { jobDeleted } from '../work/job-deleted.tsx'
import jobDeletedHtml from './job-deleted.ts'
import { jobCancelled } from '../work/job-cancelled.tsx'
import jobCancelledHtml from './job-cancelled.ts'
import { quoteApproved } from '../quoting/quote-approved.tsx'
import quoteApprovedHtml from './quote-approved.ts'
import { quoteDeclined } from '../quoting/quote-declined.tsx'
import quoteDeclinedHtml from './quote-declined.ts'
import { quoteSubmitted } from '../quoting/quote-submitted.tsx'
import quoteSubmittedHtml from './quote-submitted.ts'
import { jobCompleted } from '../work/job-completed.tsx'
import jobCompletedHtml from './job-completed.ts'
import { jobsHandedOver } from '../work/jobs-handed-over.tsx'
import jobsHandedOverHtml from './jobs-handed-over.ts'
import { jobUrgent } from '../work/job-urgent.tsx'
import jobUrgentHtml from './job-urgent.ts'
import { hazardEmergency } from '../work/hazard-emergency.tsx'
import hazardEmergencyHtml from './hazard-emergency.ts'
import { jobsUrgent } from '../work/jobs-urgent.tsx'
import jobsUrgentHtml from './jobs-urgent.ts'
import { jobChanged } from '../work/job-changed.tsx'
import jobChangedHtml from './job-changed.ts'
import { jobNoAccess } from '../work/job-no-access.tsx'
import jobNoAccessHtml from './job-no-access.ts'
import { jobReturnNeeded } from '../work/job-return-needed.tsx'
import jobReturnNeededHtml from './job-return-needed.ts'
import { jobHandedBack } from '../work/job-handed-back.tsx'
import jobHandedBackHtml from './job-handed-back.ts'
import { jobReopened } from '../work/job-reopened.tsx'
import jobReopenedHtml from './job-reopened.ts'
import { quoteRevised } from '../quoting/quote-revised.tsx'
import quoteRevisedHtml from './quote-revised.ts'
import { quoteWithdrawn } from '../quoting/quote-withdrawn.tsx'
import quoteWithdrawnHtml from './quote-withdrawn.ts'
import { newPriceAsked } from '../quoting/new-price-asked.tsx'
import newPriceAskedHtml from './new-price-asked.ts'
import { appointmentBooked } from '../work/appointment-booked.tsx'
import appointmentBookedHtml from './appointment-booked.ts'
import { appointmentChanged } from '../work/appointment-changed.tsx'
import appointmentChangedHtml from './appointment-changed.ts'
import { appointmentCancelled } from '../work/appointment-cancelled.tsx'
import appointmentCancelledHtml from './appointment-cancelled.ts'
import { newMessages } from '../people/new-messages.tsx'
import newMessagesHtml from './new-messages.ts'
import { reminder } from '../work/reminder.tsx'
import reminderHtml from './reminder.ts'
import { monthFigures } from '../people/month-figures.tsx'
import monthFiguresHtml from './month-figures.ts'
import { certificatesDue } from '../people/certificates-due.tsx'
import certificatesDueHtml from './certificates-due.ts'
import { jobsChased } from '../work/jobs-chased.tsx'
import jobsChasedHtml from './jobs-chased.ts'
import { accountInvitation } from '../people/account-invitation.tsx'
import accountInvitationHtml from './account-invitation.ts'
import { passwordLink } from '../people/password-link.tsx'
import passwordLinkHtml from './password-link.ts'
import { addressChanged } from '../people/address-changed.tsx'
import addressChangedHtml from './address-changed.ts'
import { newDevice } from '../people/new-device.tsx'
import newDeviceHtml from './new-device.ts'
import { passkeyAdded } from '../people/passkey-added.tsx'
import passkeyAddedHtml from './passkey-added.ts'
import { passkeyAllowed } from '../people/passkey-allowed.tsx'
import passkeyAllowedHtml from './passkey-allowed.ts'
import { decidedByLink } from '../quoting/decided-by-link.tsx'
import decidedByLinkHtml from './decided-by-link.ts'
import { answeredByLink } from '../work/answered-by-link.tsx'
import answeredByLinkHtml from './answered-by-link.ts'
import { landlordAsked } from '../quoting/landlord-asked.tsx'
import landlordAskedHtml from './landlord-asked.ts'
import { repairShared } from '../work/repair-shared.tsx'
import repairSharedHtml from './repair-shared.ts'
import { repairVisit } from '../work/repair-visit.tsx'
import repairVisitHtml from './repair-visit.ts'
import { hazardSummary } from '../work/hazard-summary.tsx'
import hazardSummaryHtml from './hazard-summary.ts'
import { certificatesShared } from '../people/certificates-shared.tsx'
import certificatesSharedHtml from './certificates-shared.ts'
import { landlordAnswered } from '../quoting/landlord-answered.tsx'
import landlordAnsweredHtml from './landlord-answered.ts'
import { invoicesLate } from '../people/invoices-late.tsx'
import invoicesLateHtml from './invoices-late.ts'
import { statementSent } from '../people/statement-sent.tsx'
import statementSentHtml from './statement-sent.ts'
import { complaintReceived } from '../people/complaint-received.tsx'
import complaintReceivedHtml from './complaint-received.ts'
import { complaintAnswered } from '../people/complaint-answered.tsx'
import complaintAnsweredHtml from './complaint-answered.ts'
import { webhookOff } from '../people/webhook-off.tsx'
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
