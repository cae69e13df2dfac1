import { fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const webhookOff = emailTemplate({
  subject: (webhook) => `Webhook turned off: ${webhook.webhookName}`,
  title: 'A webhook was turned off',
  preview: '{{webhookName}}: {{reason}}',
  parts: [
    say`Nothing more is sent there until an administrator turns it on again or takes it over. What happened meanwhile can be read by GET /api/events.`,
    facts([
      fact('Webhook', 'webhookName'),
      fact('Sends to', 'webhookHost'),
      fact('Why', 'reason'),
      fact('Failing since', 'failingSince'),
    ]),
  ],
  action: 'View the webhook',
})
