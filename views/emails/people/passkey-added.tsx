import { fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

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
