import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { CertificateKind } from '#src/domain/property/certificate/certificate.ts'
import { checked } from '#src/http/input.ts'
import { addCertificate } from '#src/properties/certificates/actions.ts'
import { CertificateBody, certificateRule } from '#src/properties/certificates/input.ts'
import type { AgentName } from './people.ts'
import type { Story } from './story.ts'

type Kept = { kind: CertificateKind; months: number; endsIn: number; doneBy: string; reference: string }

/** Of an agent's properties, one after the other. `endsIn` is in days; what is behind us is late. */
const KEPT: readonly Kept[][] = [
  [
    { kind: 'gas_safety', months: 12, endsIn: 22, doneBy: 'Mason Plumbing & Heating', reference: 'CP12-20418' },
    { kind: 'epc', months: 120, endsIn: 1430, doneBy: 'Greenhouse Assessors', reference: '0340-2881-7230' },
  ],
  [{ kind: 'gas_safety', months: 12, endsIn: 190, doneBy: 'Mason Plumbing & Heating', reference: 'CP12-20973' }],
  [
    { kind: 'alarms', months: 12, endsIn: -6, doneBy: 'Bright Spark Electrical', reference: 'A-771' },
    { kind: 'electrical', months: 60, endsIn: 610, doneBy: 'Bright Spark Electrical', reference: 'EICR-5512' },
  ],
]

const dayIn = (days: number): Temporal.PlainDate => Temporal.PlainDate.from(today()).add({ days })

export async function keepCertificates(stories: readonly Story[], agents: Record<AgentName, Actor>): Promise<void> {
  for (const [name, agent] of Object.entries(agents)) {
    const theirs = stories.filter(({ agent }) => agent === name)
    for (const [index, kept] of KEPT.entries()) {
      const { property, address } = theirs[index]!
      for (const certificate of kept) await keep(agent, { property, address }, certificate)
    }
  }
}

function keep(agent: Actor, { property, address }: Pick<Story, 'property' | 'address'>, kept: Kept) {
  const { kind, months, endsIn, doneBy, reference } = kept
  const endsOn = dayIn(endsIn)
  const sent = { ...{ kind, doneBy, reference }, doneOn: String(endsOn.subtract({ months })), endsOn: String(endsOn) }
  const place = { key: propertyKeyOf(address)!, propertyName: property, propertyAddress: address }
  return addCertificate(agent, place, checked(CertificateBody, sent, certificateRule))
}
