import { daysLater, isDay, today } from '../../dates.ts'
import type { Certificate, CertificateKind } from './certificate.ts'

const MONTHS: Record<CertificateKind, number | null> = {
  gas_safety: 12,
  electrical: null,
  epc: 120,
  alarms: 12,
  legionella: 24,
  appliances: 12,
  other: null,
}
export const MAX_CERTIFICATE_MONTHS = 240
const ELECTRICAL_MONTHS = 60
const GAS_WINDOW = 2
export const REMEDY_DAYS = 28

const after = (day: string, months: number): string => String(Temporal.PlainDate.from(day).add({ months }))

/** The first day of the calendar months that end with `endsOn`. */
export const monthsBefore = (endsOn: string, months: number): string =>
  String(Temporal.PlainDate.from(endsOn).subtract({ months }).add({ days: 1 }))

/** From the day on which the last months begin; of no months never. */
export const isTimeToRaise = (endsOn: string, months: number, day: string): boolean =>
  months > 0 && day >= monthsBefore(endsOn, months)

type Done = Pick<Certificate, 'kind' | 'doneOn'> & { months?: number | null; endsOn?: string | null }

/** `previous` is the end of the one before. A gas check in the last two calendar months before it keeps the day. */
export function certificateEnd({ kind, doneOn, months, endsOn }: Done, previous: string | null): string {
  if (endsOn) return endsOn
  const period = months ?? MONTHS[kind] ?? ELECTRICAL_MONTHS
  const keepsDay =
    kind === 'gas_safety' && previous !== null && doneOn <= previous && doneOn >= monthsBefore(previous, GAS_WINDOW)
  return after(keepsDay ? previous : doneOn, period)
}

const longestEnd = (kind: CertificateKind, doneOn: string): string => {
  if (kind === 'electrical') return after(doneOn, ELECTRICAL_MONTHS)
  if (kind === 'gas_safety') return after(after(doneOn, MONTHS.gas_safety!), GAS_WINDOW)
  return after(doneOn, kind === 'epc' ? MONTHS.epc! : MAX_CERTIFICATE_MONTHS)
}

type SentCertificate = Done & { name?: string | null; unsatisfactory?: boolean; remedyBy?: string | null }

export function wrongCertificate(sent: SentCertificate, now = today()): Record<string, string> {
  const { kind, doneOn, endsOn, remedyBy } = sent
  const wrong: Record<string, string> = {}
  if (!isDay(doneOn)) wrong.doneOn = 'Please enter the day on which it was done'
  else if (doneOn > now) wrong.doneOn = 'This day is yet to come'
  else if (endsOn && (!isDay(endsOn) || endsOn <= doneOn)) wrong.endsOn = 'Must be a day after it was done'
  else if (endsOn && endsOn > longestEnd(kind, doneOn))
    wrong.endsOn = `Must be at the latest ${longestEnd(kind, doneOn).split('-').reverse().join('/')}`
  else if (kind === 'electrical' && !endsOn) wrong.endsOn = 'Please enter the day that the report has'
  if (kind === 'other' && !sent.name) wrong.name = 'Please enter what it is called'
  if (kind === 'other' && !sent.months && !endsOn) wrong.months = 'Please enter after how many months it is due again'
  if (sent.unsatisfactory && kind !== 'electrical') wrong.unsatisfactory = 'Only an electrical report can be this'
  if (remedyBy && (!isDay(remedyBy) || remedyBy <= doneOn)) wrong.remedyBy = 'Must be a day after it was done'
  return wrong
}

/** Until when what an unsatisfactory report found is put right. */
export const remedyDay = ({ doneOn, remedyBy }: Pick<Certificate, 'doneOn' | 'remedyBy'>): string =>
  remedyBy ?? daysLater(doneOn, REMEDY_DAYS)
