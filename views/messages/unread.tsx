import type { ListedJob } from '#src/domain/job/listed.ts'
import { countedNew } from '#src/domain/message/message.ts'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'

export const UnreadMessages = ({ job }: { job: Pick<ListedJob, 'unreadMessages'> }) =>
  job.unreadMessages > 0 ? <Badge label={countedNew(job.unreadMessages)} tone="purple" /> : null

/** For who opens the job's form, not its page, by its card. */
export const UnreadLink = ({ job }: { job: ListedJob }) =>
  job.unreadMessages > 0 ? (
    <a href={`/jobs/${job.id}#messages`}>
      <UnreadMessages job={job} />
    </a>
  ) : null

export const MessagesLink = ({ job }: { job: ListedJob }) => (
  <LinkButton href={`/jobs/${job.id}#messages`} variant="quiet" aria-label={`Messages about ${job.propertyName}`}>
    Messages
  </LinkButton>
)
