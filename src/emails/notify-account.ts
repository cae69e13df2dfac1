import type { Tx } from '#db/connect/client.ts'
import { displayName, fullName, type Person, type Role, roleLabel } from '#src/domain/account/account.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { queueEmails } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

type Reader = Pick<Person, 'firstName' | 'lastName' | 'email'> & { username: string | null; role: Role | null }

export async function notifyAccounts(
  tx: Tx,
  emailType:
    | 'account_invitation'
    | 'password_link'
    | 'address_changed'
    | 'new_device'
    | 'passkey_added'
    | 'passkey_allowed',
  readers: readonly (Reader & { linkId?: string; device?: string; person?: string })[],
  by?: Parameters<typeof displayName>[0] | string,
): Promise<void> {
  const emails = readers.map((reader) => ({
    jobId: null,
    to: reader.email,
    emailType,
    content: {
      ...NO_ONE_JOB,
      recipientName: fullName(reader),
      jobRef: '',
      path: reader.linkId ? LINKS.set_password.path : reader.device ? '/profile' : '/',
      ...(reader.device && { device: reader.device }),
      ...(reader.person && { person: reader.person }),
      ...(reader.linkId && { linkId: reader.linkId }),
      signsInAs: reader.username ?? reader.email ?? '',
      role: roleLabel(reader.role),
      ...(by && { by: typeof by === 'string' ? by : displayName(by) }),
    },
  }))
  await queueEmails(tx, emails)
}
