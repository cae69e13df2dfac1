import { fullName } from '#src/domain/account/account.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import type { Job } from '#src/domain/job/job.ts'
import { excerpt, oneLine } from '../../ui/text.ts'
import { type Candidate, Offer, Offered } from './contractor-field.tsx'

/** In place of a contractor: every job has a choice of its own. */
export const EACH = 'each'
export const MAX_OWN = 5
const MAX_NAMED = 5
export const ownChoice = (jobId: string): string => `to.${jobId}`

const LEAVE = 'Leave as it is'

/** 'Carl Mason × 8', 'Dee Whitlock × 6': of how many jobs each is the best. */
export function namedShares(own: readonly (readonly Candidate[])[]): string[] {
  const shares = Map.groupBy(
    own.flatMap(([best]) => best ?? []),
    ({ id }) => id,
  )
  const counted = [...shares.values()]
    .sort((a, b) => b.length - a.length)
    .map((of) => `${fullName(of[0]!)} × ${of.length}`)
  return counted.length > MAX_NAMED
    ? [...counted.slice(0, MAX_NAMED - 1), `and ${counted.length - MAX_NAMED + 1} others`]
    : counted
}

type EachProps = {
  jobs: readonly Job[]
  own: readonly (readonly Candidate[])[]
  values: Readonly<Record<string, string | undefined>>
}

/** The folded lists of all jobs. What a row says follows its choice by the style sheet alone. */
export const EachChoice = ({ jobs, own, values }: EachProps) => (
  <ul className="each-choice" aria-label="Each job and its contractor">
    {jobs.map((job, index) => (
      <OwnChoice key={job.id} job={job} shown={own[index] ?? []} value={values[ownChoice(job.id)]} />
    ))}
  </ul>
)

function OwnChoice({ job, shown, value }: { job: Job; shown: readonly Candidate[]; value?: string }) {
  const values = [...shown.map(({ id }) => id), '']
  const chosen = value !== undefined && values.includes(value) ? value : values[0]
  const name = ownChoice(job.id)
  return (
    <li>
      <details>
        <summary>
          <span>
            <strong>{oneLine(job.propertyAddress)}</strong>
            <span className="hint cell">
              {[job.jobRef, contractorTypeLabel(job.contractorType), excerpt(job.issueDescription, 90)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          {shown.map((one) => (
            <span key={one.id} className="to">
              <Offered one={one} />
            </span>
          ))}
          <span className="to muted">{LEAVE}</span>
        </summary>
        <div role="radiogroup" aria-label={`Contractor for ${job.jobRef}`}>
          {shown.map((one, index) => (
            <Offer key={one.id} name={name} value={one.id} checked={one.id === chosen}>
              <Offered one={one} best={index === 0} />
            </Offer>
          ))}
          <Offer name={name} value="" checked={chosen === ''}>
            <span>{LEAVE}</span>
          </Offer>
        </div>
      </details>
    </li>
  )
}
