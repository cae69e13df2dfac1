import { fullName, type Person } from '#src/domain/account/account.ts'
import { chasingText } from '#src/domain/job/chasing.ts'
import type { PageFrame } from '../layout.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { TickedForm } from '../ui/input/ticked-form.tsx'
import { withCount } from '../ui/text.ts'

type ChasedJob = { id: string; jobRef: string; title: string; waits: string; chased: string; lately: boolean }

type ChaseProps = {
  people: readonly { person: Person; jobs: readonly ChasedJob[] }[]
  left: readonly { id: string; jobRef: string | null; message: string }[]
  back: string
  areRepliesRead: boolean
  values?: Readonly<Record<string, string | undefined>>
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'chase'
const ACTION = '/admin/jobs/chase'

const chaseTitle = (people: ChaseProps['people']): string => {
  const [first, ...others] = people.map(({ person }) => fullName(person))
  return others.length ? `Chase ${others.length + 1} People` : `Chase ${first}`
}

export const ChaseForm = ({ people, left, back, areRepliesRead, values, errors, frame }: ChaseProps) => (
  <TickedForm
    form={FORM}
    title={chaseTitle(people)}
    action={ACTION}
    {...{ frame, back, errors }}
    backLabel="Back"
    width="narrow"
    ids={people.flatMap(({ jobs }) => jobs.filter(({ lately }) => !lately).map(({ id }) => id))}
    hidden={{ back }}
    busyLabel="Sending..."
  >
    <p className="form-note">
      {people.length > 1
        ? 'One e-mail to each, with their jobs and this text. '
        : 'One e-mail, with what is below and this text. '}
      It is noted on each job. {areRepliesRead && 'Answers go to the office.'}
    </p>
    <TextArea
      name="text"
      form={FORM}
      label="Text"
      value={values?.text ?? chasingText(areRepliesRead)}
      error={errors?.text}
      rows={3}
      maxLength={1000}
    />
    <div className="stack form-note">
      {people.map(({ person, jobs }) => (
        <section key={person.id} aria-label={fullName(person)}>
          <h3>{`${fullName(person)} (${withCount(jobs.length, 'job')})`}</h3>
          <ul className="stack">
            {jobs.map((job) => (
              <li key={job.id}>
                {job.lately ? (
                  <label>
                    <input type="checkbox" name="again" value={job.id} autoComplete="off" />
                    {` Chase again: ${job.jobRef}, ${job.title}. ${job.chased}`}
                  </label>
                ) : (
                  `${job.jobRef}, ${job.title}. ${[job.waits, job.chased].filter(Boolean).join('. ')}`
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {left.length > 0 && (
        <div className="notice">
          <p>{`${withCount(left.length, 'job')} left out:`}</p>
          <ul>
            {left.map(({ id, jobRef, message }) => (
              <li key={id}>{`${jobRef ?? 'No longer there'}: ${message}`}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  </TickedForm>
)
