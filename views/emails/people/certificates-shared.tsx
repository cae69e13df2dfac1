import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, fact, facts, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const certificatesShared = emailTemplate({
  subject: ({ propertyName }) => `Certificates of ${propertyName}`,
  title: 'Certificates of your property',
  preview: '{{propertyName}}, {{propertyAddress}}',
  parts: [
    say`${'by'} sends you the certificates of ${{ strong: 'propertyName' }}.`,
    written('The certificates', 'changes'),
    facts([fact('Address', 'propertyAddress'), AGENCY]),
    say([
      `The page below shows them and has the documents to download. It needs no password, and works for ${countedLinkDays('certificates')}.`,
    ]),
  ],
  action: 'See the certificates',
  outside: 'certificates',
})
