const JOB = '018f7e8a-5a0b-7c3d-9e4f-0123456789ab'
const OTHER_JOB = '018f7e8a-5a0b-7c3d-9e4f-0123456789ac'
const CONTRACTOR = '018f7e8a-3b1c-7d2e-8f40-123456789abc'
const AGENT = '018f7e8a-3b1c-7d2e-8f40-123456789abd'
const PHOTO = 'https://fettle.example/objects/upload/018f7e8a-77aa-7b10-9c00-0123456789ef?expires=…&by=…&signature=…'
const REASON = 'The house has been sold.'
const NEXT_VISIT = { startsAt: '2026-11-24T08:00:00Z', endsAt: '2026-11-24T12:00:00Z' }

const PERSON = { firstName: 'Carl', lastName: 'Mason' }
const COVERAGE = { contractorTypes: ['plumbing', 'heating_gas'], areas: ['GU', 'RH1'] }
const LINES = [
  { description: 'Expansion vessel, fitted', quantity: 1, unitPrice: 320, vatRate: 20 },
  { description: 'Flushing, by the hour', quantity: 2, unitPrice: 40, vatRate: 20 },
]
const QUOTE = {
  quoteAmount: 480,
  quoteDescription: 'Replace the expansion vessel.',
  materialsCost: 150,
  laborCost: 330,
  estimatedDuration: 'Half a day',
  validUntil: '2099-12-31',
}

export const REQUEST_EXAMPLES: Record<string, unknown> = {
  NewJob: {
    estateAgentName: 'Olivia Hart',
    estateAgency: 'Rightway Lettings',
    propertyName: 'Rose Cottage',
    propertyAddress: '12 Mill Lane, Godalming GU7 1HE',
    issueDescription: 'The boiler loses pressure every night.',
    accessNotes: 'Keys are at the office.',
    urgency: 'high',
    contractorType: 'heating_gas',
    tenantName: 'Tom Reed',
    tenantPhone: '07700 900456',
  },
  HazardChange: {
    level: 'significant',
    kinds: ['damp'],
    awareAt: '2026-11-23T09:00:00Z',
    attemptOn: '2026-11-24',
    attemptWay: 'phone',
    reason: 'The tenant wrote two days before.',
  },
  HazardSummarySent: {
    found: 'Black mould behind the wardrobe, by a cold wall.',
    toDo: 'The wall is insulated and the mould washed off.',
    byWhen: 'By Friday 4 December.',
    email: 'tom@home.example',
  },
  JobChange: { urgency: 'low', accessNotes: 'The tenant is in after five.' },
  Assignment: { contractorId: CONTRACTOR },
  JobAssignment: { contractorId: CONTRACTOR, instead: null },
  Assignments: {
    items: [
      { jobId: JOB, contractorId: CONTRACTOR, instead: null },
      { jobId: OTHER_JOB, contractorId: CONTRACTOR },
    ],
  },
  Reassignment: { contractorId: CONTRACTOR, jobIds: [JOB, OTHER_JOB] },
  JobsToImport: {
    agentId: AGENT,
    jobs: [
      {
        propertyName: 'Rose Cottage',
        propertyAddress: '12 Mill Lane, Godalming GU7 1HE',
        issueDescription: 'The boiler loses pressure every night.',
        urgency: 'high',
        createdAt: '2026-10-05T09:30:00+01:00',
      },
    ],
  },
  Cancellation: { reason: REASON },
  Cancellations: { jobIds: [JOB, OTHER_JOB], reason: REASON },
  Chase: { jobIds: [JOB, OTHER_JOB], text: 'How do these stand? Please book a visit.', again: false },
  ReadInput: { read: false },
  Reopening: { reason: 'The boiler loses pressure again.', keepContractor: true },
  NewCertificate: {
    ...{ propertyName: 'Rose Cottage', propertyAddress: '12 Mill Lane, Godalming GU7 1HE', kind: 'gas_safety' },
    ...{ doneOn: '2026-03-10', doneBy: 'Carl’s Plumbing', reference: 'GS-2026-14' },
  },
  CertificateChange: { reference: 'GS-2026-15' },
  CertificatesShared: { email: 'lorna@landlords.example' },
  Completion: {
    ...{ workDone: 'Found a failed expansion vessel.', images: [PHOTO], needsQuote: true, ...QUOTE },
    certificate: { doneOn: '2027-03-10', reference: 'GS-2027-14', document: PHOTO },
  },
  WorkReport: { workDone: 'Replaced the expansion vessel.', images: [PHOTO] },
  UnfinishedVisit: { outcome: 'return', workDone: 'The valve is ordered and comes on Friday.', ...NEXT_VISIT },
  HandBack: { reason: 'The gas needs an engineer with another licence.' },
  Booking: NEXT_VISIT,
  RecordedOnly: { recordedAt: '2026-11-24T09:41:12.000Z', clockAhead: 4 },
  LateRecordInput: {
    ...{ text: 'Nobody opened. I rang twice.', outcome: 'no_access', visitDate: '2026-11-24' },
    ...{ recordedAt: '2026-11-24T09:41:12.000Z', clockAhead: 4 },
  },
  MessageInput: { text: 'When would Thursday suit?' },
  QuoteChange: { lines: LINES, notes: 'Parts are in stock.', version: 1 },
  Approval: { version: 1 },
  Refusal: { version: 1, reason: 'Please leave out the flushing.', askAgain: true },
  LinkShared: { purpose: 'follow_job', email: 'tom@home.example' },
  Withdrawal: { reason: 'The part is no longer made.' },
  Fee: { amount: '85.00' },
  InvoiceVoiding: { reason: 'The fee was £45.', replaceWith: { amount: '45.00' } },
  InvoicePayment: { paidOn: '2026-03-31', paidBy: 'bank_transfer' },
  ItemsToInvoice: { items: [{ visitId: JOB, amount: '85.00' }, { quoteId: OTHER_JOB }] },
  SignIn: { identifier: 'olivia.hart', password: 'correct horse battery' },
  PasswordAsked: { identifier: 'olivia.hart' },
  PasswordSet: { token: 'h3Vd0dVb8YwVn7Cq2s5tRk1mXz9aLp4eQ6uJ0oKfWgI', password: 'correct horse battery' },
  PasswordChange: {
    currentPassword: 'correct horse battery',
    newPassword: 'wrong zebra engine',
    confirmPassword: 'wrong zebra engine',
  },
  RemindersSwitch: { byEmail: true, figures: true },
  Away: { awayUntil: '2099-01-04' },
  ComplaintAnswer: { text: 'We have asked the contractor to delete your number, and are sorry.' },
  ComplaintClosing: { reason: 'Answered, and settled by phone.' },
  NewView: { list: 'jobs', name: 'Urgent in Guildford', query: 'urgency=high&sort=oldest', shared: true },
  ViewChange: { name: 'Urgent first', place: 1 },
  NewToken: { name: 'Night report', expiresAt: '2099-12-31' },
  NewContractor: {
    ...PERSON,
    email: 'carl@masonplumbing.example',
    company: 'Mason Plumbing',
    phone: '07700 900123',
    vatNumber: 'GB123456789',
    ...COVERAGE,
    password: 'correct horse battery',
  },
  NewEstateAgent: {
    username: 'olivia.hart',
    firstName: 'Olivia',
    lastName: 'Hart',
    email: 'olivia@rightway.example',
    company: 'Rightway Lettings',
    password: 'correct horse battery',
  },
  Invitation: { role: 'contractor', ...PERSON, email: 'carl@masonplumbing.example', ...COVERAGE },
  Import: {
    role: 'contractor',
    rows: [{ ...PERSON, email: 'carl@masonplumbing.example', ...COVERAGE }],
    leaveOutWrong: true,
  },
  AccountChange: { phone: '07700 900123', areas: ['GU', 'RH1'], reminders: true, awayUntil: '2099-01-04' },
  RoleChange: { role: 'contractor' },
  HandOver: { to: AGENT },
  AgentDeletion: { handOverTo: AGENT },
}
