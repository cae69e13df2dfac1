import type { Tx } from '#db/connect/client.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { dayOf } from '#src/domain/dates.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { isCertificateLate } from '#src/domain/property/certificate/state.ts'
import { queueEmail } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

type Told = { email: string; linkId: string; by: Actor; certificates: readonly [Certificate, ...Certificate[]] }

export function notifyLandlord(
  tx: Tx,
  emailType: 'certificates_shared',
  { email, linkId, by, certificates }: Told,
): Promise<void> {
  const [{ propertyName, propertyAddress, agency }] = certificates
  const content = {
    ...{ ...NO_ONE_JOB, recipientName: '', jobRef: '', propertyName, propertyAddress, estateAgency: agency },
    ...{ by: displayName(by) || 'The office', path: LINKS.certificates.path, linkId },
    changes: certificates
      .map((one) => `${certificateTitle(one)}: ${isCertificateLate(one) ? 'ended' : 'ends'} ${dayOf(one.endsOn)}`)
      .join('\n'),
  }
  return queueEmail(tx, { jobId: null, to: email, emailType, content })
}
