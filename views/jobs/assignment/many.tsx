import { fullName } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { PageFrame } from '../../layout.tsx'
import { TextArea } from '../../ui/input/field.tsx'
import { TickedFields, TickedForm } from '../../ui/input/ticked-form.tsx'
import { withCount } from '../../ui/text.ts'
import { tickOf } from '../admin-row.tsx'
import {
  type Candidate,
  type Choice,
  ContractorChoice,
  ContractorField,
  ContractorSearch,
} from './contractor-field.tsx'
import { EACH, EachChoice, namedShares } from './each-choice.tsx'

type ManyJobsProps = Choice & {
  verb: 'assign' | 'cancel'
  jobs: readonly Job[]
  ready: readonly Job[]
  /** Those whose contractor is no longer the one that the list showed. */
  moved: readonly Job[]
  letters: number
  booked: number
  /** Of each ready job those who suit it; none where all that are ready are one. */
  own: readonly (readonly Candidate[])[]
  back: string
  values: Readonly<Record<string, string | undefined>>
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'many'

const nowWith = ({ contractor }: Job): string => (contractor ? fullName(contractor) : 'now with nobody')

const WORDS = {
  assign: { title: 'Assign', done: 'assigned', busy: 'Assigning...' },
  cancel: { title: 'Cancel', done: 'cancelled', busy: 'Cancelling...' },
} as const

export function ManyJobs(props: ManyJobsProps) {
  const { verb, jobs, ready, moved, letters, booked, own, back, values, errors, frame } = props
  const { title, done, busy } = WORDS[verb]
  const action = `/admin/jobs/${verb}`
  const left = jobs.filter((job) => !ready.includes(job))
  const kept = { ids: jobs.map(tickOf), hidden: { back } }
  return (
    <TickedForm
      {...{ ...kept, form: FORM, action, back, errors, frame }}
      title={`${title} ${withCount(ready.length, 'Job')}`}
      backLabel="Back to All Jobs"
      width={verb === 'assign' ? undefined : 'narrow'}
      busyLabel={busy}
      ready={verb === 'assign'}
      danger={verb === 'cancel'}
      before={
        verb === 'assign' && (
          <ContractorSearch {...props} action={action} post beside={own.length > 0}>
            <TickedFields {...kept} />
          </ContractorSearch>
        )
      }
    >
      <p className="form-note">
        {`${countedJobs(ready.length)} will be ${done}. ${withCount(letters, 'e-mail')} will be sent.`}
        {booked > 0 && ` ${withCount(booked, 'booked visit')} will be called off.`}
        {verb === 'cancel' && ' This cannot be undone: a visit can only be reopened by itself, quote work not at all.'}
      </p>
      {verb === 'cancel' && <p className="form-note">{ready.map(({ jobRef }) => jobRef).join(', ')}</p>}
      {moved.length > 0 && (
        <p className="notice">
          {`Changed hands since: ${moved.map((job) => `${job.jobRef} (${nowWith(job)})`).join(', ')}.`}
        </p>
      )}
      {left.length > 0 && (
        <p className="notice">
          {`${countedJobs(left.length)} cannot be ${done}: ${left.map(({ jobRef }) => jobRef).join(', ')}.`}
        </p>
      )}
      {verb === 'assign' ? <AssignedTo {...props} /> : <Reason {...props} />}
      {own.length > 0 && <EachChoice jobs={ready} {...{ own, values }} />}
    </TickedForm>
  )
}

export const AssignedTo = ({ own, contractors, search, instead, values, errors }: ManyJobsProps) => {
  const field = { name: 'contractorId', form: FORM, value: values.contractorId, error: errors?.contractorId }
  const choice = { contractors, search, instead }
  if (own.length === 0) return <ContractorField {...field} {...choice} focused={search === undefined && !errors} />
  return (
    <ContractorChoice
      {...field}
      {...choice}
      label="Contractor"
      hint="They get an e-mail with the full details of each job."
      focused={search === undefined && !errors}
      first={search ? undefined : { value: EACH, label: <Shares shares={namedShares(own)} /> }}
    />
  )
}

const Shares = ({ shares }: { shares: readonly string[] }) => (
  <>
    <strong>Each to its best</strong>
    <span className="reasons">{shares.join(', ')}</span>
  </>
)

const Reason = ({ values, errors }: ManyJobsProps) => (
  <TextArea
    name="reason"
    form={FORM}
    label="Reason"
    hint="Agents and contractors read it in their e-mails."
    value={values.reason}
    error={errors?.reason}
    maxLength={1000}
  />
)
