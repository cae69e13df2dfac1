import { endsSubject } from '#src/domain/event/event.ts'
import type { Told } from './reading.ts'
import type { View } from './views.ts'

/** What one reader could read before and after something was done, and what they were told of it. */
export type Witness = { name: string; id: string; before: View; after: View; told: readonly Told[] }

const subjectOf = ({ subject }: Told) => `${subject.kind} ${subject.id}`

/** Sentences on what a reader was wrongly told, or not told. `all` is what administrators were told. */
export function faultsOf(witness: Witness, all: readonly Told[]): string[] {
  return [...unrecorded(witness), ...wronglyTold(witness), ...withheld(witness, all)].map(
    (fault) => `${witness.name} ${fault}`,
  )
}

/** Whatever differs for the reader, an event names. */
function unrecorded({ before, after, told }: Witness): string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was?.text === is?.text && was?.jobIds.join() === is?.jobIds.join()) return []
    const jobIds = [...(was?.jobIds ?? []), ...(is?.jobIds ?? [])]
    const named = told.filter((event) => subjectOf(event) === key || jobIds.includes(event.jobId ?? ''))
    if (named.length === 0) return [`was not told that ${key} has changed`]
    const isOver = key.startsWith('job ') && was && !is
    return isOver && !named.some(({ gone }) => gone) ? [`was not told that ${key} is gone`] : []
  })
}

/** Nobody is told of what they could read neither before nor after, and what is gone cannot be read. */
function wronglyTold({ id, before, after, told }: Witness): string[] {
  return told.flatMap((event) => {
    const key = subjectOf(event)
    if (sharesJob(event, { id, before })) return []
    // A job is raised before it is given to somebody, both at once.
    if (!before.has(key) && !after.has(key)) return [`was told ${event.type} of ${key}, which they could not read`]
    const isThere = after.has(key)
    if (event.gone && isThere && endsSubject(event.type)) return [`was told ${event.type} of ${key}, which is there`]
    const endsLater = told.some((other) => other.gone && (subjectOf(other) === key || other.jobId === event.jobId))
    return event.gone || isThere || endsLater ? [] : [`was told ${event.type} of ${key} as if it could be read still`]
  })
}

/** The contacts of who shares an open job are read there. */
const sharesJob = ({ type, subject }: Told, { before }: Pick<Witness, 'id' | 'before'>): boolean =>
  type === 'account.edited' && [...before.values()].some(({ text }) => text.includes(subject.id))

/** Whoever could read a thing all the time is told all of it, but of a job that they lost nothing that came later. */
function withheld({ before, after, told }: Witness, all: readonly Told[]): string[] {
  const ids = new Set(told.map(({ id }) => id))
  return all
    .filter((event) => !/^job\.(rivalAsked|landlordAsked)$/.test(event.type) && !ids.has(event.id))
    .filter((event) => before.has(subjectOf(event)) && after.has(subjectOf(event)))
    .filter(({ jobId }) => !after.get(`job ${jobId}`)?.text.includes('no_longer_with_you'))
    .map((event) => `was not told ${event.type} of ${subjectOf(event)}`)
}
