import { DateText } from './date.tsx'
import { lookOf } from './labels.ts'

export type Step = { label: string; state: 'done' | 'current' | 'todo'; at?: Date }

/** A drawn line of steps, the present one marked for eyes and for screen readers. */
export const Steps = ({ label, steps }: { label: string; steps: readonly Step[] }) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step) => (
      <li key={step.label} className={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
        <span className="step-label">
          {step.label}
          {step.state === 'done' && <span className="visually-hidden"> (done)</span>}
        </span>
        {step.at && <DateText value={step.at} />}
      </li>
    ))}
  </ol>
)

const plain = ['pending', 'assigned', 'in_progress', 'completed', 'invoiced']
const quoted = ['pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved', 'completed', 'invoiced']
const quoteWork = ['assigned', 'in_progress', 'completed', 'invoiced']

type JobStepsProps = {
  status: string
  jobType: string
  /** Whether a quote was asked for on this job. */
  hasQuote?: boolean
  /** When the job came into each state, as far as known. */
  at?: Readonly<Partial<Record<string, Date>>>
}

/** A job's way through its states. A cancelled job shows the states it reached (those in `at`) and then Cancelled. */
export function JobSteps({ status, jobType, hasQuote, at = {} }: JobStepsProps) {
  const way = jobType === 'quote_work' ? quoteWork : hasQuote || status.startsWith('quote_') ? quoted : plain
  const reached = way.filter((state) => at[state])
  const states = status === 'cancelled' ? [...(reached.length ? reached : way.slice(0, 1)), status] : way
  const now = states.indexOf(status)
  const steps = states.map((state, index): Step => {
    const position = index < now ? 'done' : index === now ? 'current' : 'todo'
    return { label: lookOf('status', state).label, state: position, at: position === 'todo' ? undefined : at[state] }
  })
  return <Steps label="Progress" steps={steps} />
}
