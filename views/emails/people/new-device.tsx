import { fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

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
