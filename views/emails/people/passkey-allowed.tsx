import { ALLOWED_HOURS } from '#src/domain/account/passkey.ts'
import { fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

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
