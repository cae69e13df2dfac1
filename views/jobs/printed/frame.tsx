import type { ReactNode } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { PageFrame } from '../../layout.tsx'
import { type Letterhead, PaperPage } from '../../ui/paper.tsx'

export type PrintedJobProps = {
  frame: PageFrame
  reader: Role | null
  letterhead: Letterhead
}

type JobPaperProps = PrintedJobProps & {
  job: Pick<Job, 'id' | 'jobRef' | 'propertyName'>
  title: string
  children: ReactNode
}

export const JobPaper = ({ frame, reader, letterhead, job, title, children }: JobPaperProps) => (
  <PaperPage
    frame={frame}
    title={`${title} ${job.jobRef}`}
    reference={`${job.jobRef}, ${job.propertyName}`}
    letterhead={{ name: letterhead.name, address: letterhead.address }}
    back={{ href: `${isAdmin({ role: reader }) ? '/admin' : ''}/jobs/${job.id}`, label: `Back to ${job.jobRef}` }}
  >
    {children}
  </PaperPage>
)
