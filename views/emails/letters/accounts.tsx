import { ALLOWED_HOURS } from '#src/domain/account/passkey.ts'
import { countedLinkDays } from '#src/domain/link/link.ts'
import { fact, facts, say, when } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const accountInvitation = emailTemplate({
  subject: (account) => (account.by ? `${account.by} invites you to Fettle` : 'You are invited to Fettle'),
  title: 'Welcome to Fettle',
  preview: 'Set your password to begin',
  parts: [
    when('by', say`${'by'} made an account for you on Fettle, where repairs are raised, quoted and done.`),
    say([
      `Choose a password to begin. The link works once, within ${countedLinkDays('set_password')}. After that, ‘Forgot password?’ on the Login page sends another.`,
    ]),
    facts([fact('You sign in as', 'signsInAs'), fact('Role', 'role')]),
  ],
  action: 'Set your password',
})

export const passwordLink = emailTemplate({
  subject: () => 'Set a new password for Fettle',
  title: 'Set a new password',
  preview: `The link works once, within ${countedLinkDays('set_password')}`,
  parts: [
    say([
      `Somebody asked on the Login page for a new password for your account. The link works once, within ${countedLinkDays('set_password')}, and your old password stays until you use it.`,
    ]),
    say`If it was not you, there is nothing to do: nobody else gets this link.`,
    facts([fact('You sign in as', 'signsInAs'), fact('Passkeys that stay', 'device')]),
  ],
  action: 'Set a new password',
})

export const addressChanged = emailTemplate({
  subject: () => 'Your e-mail address on Fettle was changed',
  title: 'Your e-mail address was changed',
  preview: 'This address no longer belongs to your account',
  parts: [
    say`${'by'} changed the e-mail address of your account. This one no longer belongs to it, and nothing more is sent here.`,
    say`If you did not expect that, please tell an administrator at once.`,
  ],
  action: 'Open Fettle',
})

export const newDevice = emailTemplate({
  subject: (account) => `You signed in to Fettle with ${account.device}`,
  title: 'A sign-in from a new device',
  preview: '{{device}} has not signed in to your account before',
  parts: [
    say`Somebody signed in to your account from a device that has not done so before.`,
    facts([fact('Device', 'device'), fact('You sign in as', 'signsInAs')]),
    say`If it was you, there is nothing to do. If not, sign that device out on your profile and change your password.`,
  ],
  action: 'Open your profile',
})

export const passkeyAdded = emailTemplate({
  subject: () => 'A passkey was added to your account on Fettle',
  title: 'A passkey was added',
  preview: '{{device}} signs in to your account now',
  parts: [
    say`A passkey was added to your account. Whoever has it can sign in without your password.`,
    facts([fact('Passkey', 'device'), fact('You sign in as', 'signsInAs')]),
    say`If it was not you, remove it on your profile, sign out all other devices and change your password.`,
  ],
  action: 'Open your profile',
})

export const passkeyAllowed = emailTemplate({
  subject: ({ person }) => `${person} may add a passkey on Fettle`,
  title: 'A new passkey is allowed',
  preview: `{{person}} may add one by their password, once, within ${ALLOWED_HOURS} hours`,
  parts: [
    say([
      `Whoever signs in with this administrator’s password within ${ALLOWED_HOURS} hours may add a passkey to the account, once.`,
    ]),
    facts([fact('Administrator', 'person'), fact('Allowed by', 'by')]),
    say`If nobody asked for that, please tell the other administrators, and change the password of the account.`,
  ],
  action: 'Open Fettle',
})

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
