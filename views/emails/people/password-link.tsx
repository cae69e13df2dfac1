import { countedLinkDays } from '#src/domain/link/link.ts'
import { fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

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
