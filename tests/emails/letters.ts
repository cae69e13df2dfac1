import type { EmailContent } from '#src/domain/email/kinds.ts'
import type { EmailMessage } from '#src/emails/message.ts'

/** Everything that an e-mail may say, each thing recognisable. */
export const content = (values: Partial<EmailContent> = {}): EmailContent => ({
  recipientName: 'Carl Mason',
  jobRef: 'JOB-000123',
  jobType: 'visit',
  urgency: 'high',
  propertyName: 'Rose Cottage',
  propertyAddress: '12 Mill Lane\nGuildford GU1 3XY',
  issueDescription: 'The boiler loses pressure every night.',
  accessNotes: 'Key at the office',
  estateAgency: 'Rightway Lettings',
  estateAgentName: 'Olivia Hart',
  estateAgentEmail: 'olivia@rightway.example',
  estateAgentPhone: '020 7946 0001',
  contractorName: 'Carl Mason',
  contractorCompany: "Carl's Plumbing",
  path: '/jobs/0198a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b',
  reason: 'The tenant moved out.',
  workDone: 'Bled the radiators.',
  quoteAmount: '£1,234.50',
  quoteDescription: 'Replace the expansion vessel.',
  appointment: 'Monday 23 November, 8:00 to 12:00',
  by: 'Ada King',
  changes: 'Property address: 12 Mill Lane → 21 Mill Lane',
  messages: [
    { from: 'Olivia Hart, Estate Agent, 22/11/2026, 09:05', text: 'The key is at No 4.\nPlease ask for Margaret.' },
    { from: 'Ada King, Administrator, 22/11/2026, 09:06', text: 'Thank you.' },
  ],
  waiting: {
    lines: [
      {
        heading: 'Please book a visit',
        title: 'Ivy House, Guildford',
        late: 'Late: 3 March.',
        text: 'JOB-000124.',
        path: '/jobs/124',
      },
      { heading: '', title: 'Fern Villa, Woking', late: '', text: 'JOB-000125.', path: '/jobs/125' },
    ],
    count: 3,
  },
  unsubscribe: '/unsubscribe/secret',
  contractorPhone: '07700 900123',
  trade: 'Heating and gas',
  hazard: 'Emergency hazard, due by Friday 27 November, 14:00',
  tenantName: 'Theo Brandt',
  tenantPhone: '07700 900456',
  webhook: { name: 'Accounting', host: 'hooks.example.com', since: '22/11/2026, 09:05' },
  ...values,
})

export const message = (values: Partial<EmailMessage> = {}): EmailMessage => ({
  id: Bun.randomUUIDv7(),
  to: 'carl@plumbing.example',
  date: new Date('2026-03-04T05:06:07.890Z'),
  subject: 'New job JOB-000123, Rose Cottage',
  html: '<p>Hello</p>',
  text: 'Hello',
  ...values,
})
