import type { Office, Person } from '#src/domain/account/account.ts'
import { appointmentOf, appointmentWords } from '#src/domain/appointment/appointment.ts'
import { JOB_DETAILS, labelOf } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import { URGENCY_LABELS } from '#src/domain/job/urgency.ts'
import { contractorName } from '../../quotes/facts.tsx'
import { DescriptionList, type Fact } from '../../ui/description-list.tsx'
import { oneLine } from '../../ui/text.ts'
import { JobPhotos } from '../photos.tsx'
import { JobPaper, type PrintedJobProps } from './frame.tsx'

type SheetProps = { job: Job; office: Office | null }

const reached = (of: Pick<Person, 'phone' | 'email'> | null, ...names: (string | null)[]): string =>
  [...names, of?.phone, of?.email].filter(Boolean).join(', ')

function sheetFacts({ job, office }: SheetProps): Fact[] {
  const booked = appointmentOf(job)
  const agent = job.estateAgent?.deletedAt ? null : job.estateAgent
  return [
    { term: JOB_DETAILS.propertyAddress.term, detail: oneLine(job.propertyAddress), wide: true },
    { term: JOB_DETAILS.accessNotes.term, detail: job.accessNotes, wide: true },
    { term: 'Tenant', detail: [job.tenantName, job.tenantPhone].filter(Boolean).join(', ') },
    { term: 'Visit', detail: booked && appointmentWords(booked) },
    { term: 'Urgency', detail: URGENCY_LABELS[job.urgency] },
    { term: JOB_DETAILS.contractorType.label, detail: labelOf('contractorType', job.contractorType) },
    { term: 'Contractor', detail: job.contractor && reached(job.contractor, contractorName(job)), wide: true },
    { term: 'Estate Agent', detail: reached(agent, job.estateAgentName, job.estateAgency), wide: true },
    { term: 'Office', detail: office && reached(office), wide: true },
    { term: JOB_DETAILS.issueDescription.term, detail: job.issueDescription, wide: true },
  ]
}

const TO_WRITE = ['Arrived', 'Left', 'Contractor’s signature', 'Tenant’s name', 'Tenant’s signature', 'Date']
const WORK_LINES = 3

const JobSheet = ({ job, office }: SheetProps) => (
  <div className="paper-sheet">
    <DescriptionList facts={sheetFacts({ job, office })} />
    <JobPhotos job={job} />
    <section className="paper-lines paper-whole">
      <h2>Work done</h2>
      {Array.from({ length: WORK_LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty lines
        <p key={line} />
      ))}
      <dl>
        {TO_WRITE.map((term) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd />
          </div>
        ))}
      </dl>
    </section>
  </div>
)

export const JobSheetPage = ({ frame, reader, letterhead, ...props }: SheetProps & PrintedJobProps) => (
  <JobPaper {...{ frame, reader, letterhead }} job={props.job} title="Job Sheet">
    <JobSheet {...props} />
  </JobPaper>
)
