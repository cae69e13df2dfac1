import { editableBy } from '#src/domain/job/changes.ts'
import type { Job } from '#src/domain/job/job.ts'
import { mayReopen } from '#src/domain/job/reopening.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import { LinkButton } from '../ui/button.tsx'

const LABELS = { edit: 'Edit Job', cancel: 'Cancel Job', reopen: 'Reopen Job', hazard: 'Hazard' }
type Verb = keyof typeof LABELS

export function agentVerbs(job: Job, timeline: readonly JobEventEntry[]): Verb[] {
  const possible = {
    edit: editableBy('estate_agent').includes(job.status),
    cancel: mayMove(job, 'cancelled'),
    reopen: mayReopen('estate_agent', job, timeline),
    hazard: mayMarkHazard(job),
  }
  return (Object.keys(LABELS) as Verb[]).filter((verb) => possible[verb])
}

type AgentJobActionsProps = { job: Job; verbs: readonly Verb[]; back: string; page?: boolean }

export const AgentJobActions = ({ job, verbs, back, page }: AgentJobActionsProps) =>
  verbs.map((verb) => (
    <LinkButton
      key={verb}
      href={`/jobs/${job.id}/${verb}${page ? '' : `?back=${encodeURIComponent(back)}`}`}
      dialog={!page}
      icon={verb === 'edit' ? verb : undefined}
    >
      {LABELS[verb]}
    </LinkButton>
  ))
