import { DateText } from './date.tsx'

export type Step = { label: string; state: 'done' | 'current' | 'todo'; at?: Date }

export const Steps = ({ label, steps }: { label: string; steps: readonly Step[] }) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a step may come twice, and the line is never reordered
      <li key={index} className={step.state} aria-current={step.state === 'current' ? 'step' : undefined}>
        <span className="step-label">
          {step.label}
          {step.state === 'done' && <span className="visually-hidden"> (done)</span>}
        </span>
        {step.at && <DateText value={step.at} />}
      </li>
    ))}
  </ol>
)
