import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import { transaction } from '#src/writes/transaction.ts'
import { addCertificate, lockCertificate, rewriteCertificate } from './actions.ts'
import { withDocument } from './document.ts'
import { sayNotHere } from './excuses.ts'
import { type CertificateChange, changedCertificate, type SentCertificate } from './input.ts'
import { certificateVisibleTo } from './queries.ts'

/** Null: none was added, it was only said whether it is here. */
export function addSentCertificate(
  user: Actor,
  { property, excused, input, document, notHere }: SentCertificate,
): Promise<Certificate | null> {
  authorize(user, 'changeCertificates')
  return transaction(async () => {
    if (notHere !== undefined) await sayNotHere(user, property, excused, notHere)
    return input && withDocument(user, document, () => addCertificate(user, property, input))
  })
}

export function patchCertificate(user: Actor, id: string, change: CertificateChange): Promise<Certificate> {
  authorize(user, 'changeCertificates')
  return transaction(async (tx) => {
    const before = await lockCertificate(tx, user, id)
    const input = changedCertificate(before, change)
    const { kind, name } = input
    if (change.notHere !== undefined)
      await sayNotHere(user, { key: before.propertyKey }, { kind, name, agency: before.agency }, change.notHere)
    await rewriteCertificate(tx, before, input)
    return certificateVisibleTo(user, id, tx)
  })
}
