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
