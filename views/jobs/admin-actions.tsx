import { fullName, hears } from '#src/domain/account/account.ts'
import { editableBy } from '#src/domain/job/changes.ts'
import { mayChase } from '#src/domain/job/chasing.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isToAssign } from '#src/domain/job/state.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { TO_INVOICE } from '#src/domain/job/waiting.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import { isWorkToInvoice } from '#src/domain/quote/state.ts'
import { isToInvoice } from '#src/domain/visit/state.ts'
import { sendingQuote } from '../invoices/quote-item.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { inDialog } from '../ui/htmx.ts'

export const deletionOf = (job: Pick<Job, 'id' | 'jobRef' | 'propertyName'>) => ({
  action: `/admin/jobs/${job.id}/delete`,
  title: `Delete Job ${job.jobRef} for ${job.propertyName}?`,
  text:
    'This will also delete all related visits and quotes. This action cannot be undone. ' +
    'Its photos and quote work go too. Its agent, and the contractor who has it, are told by e-mail.',
  confirm: 'Delete Job',
  busyLabel: 'Deleting...',
})

const nameOf = ({ contractor }: Job): string => (contractor && fullName(contractor)) || 'its contractor'

/** A hidden field: nobody takes a job from a contractor who was given it since. */
export const seenWith = ({ contractorId }: Pick<Job, 'contractorId'>) => ({ instead: contractorId ?? '' })

export const unassignment = (job: Job) => ({
  action: `/admin/jobs/${job.id}/unassign`,
  title: `Withdraw ${job.jobRef} from ${nameOf(job)}?`,
  text: `The job returns to pending. ${hears(nameOf(job), job.contractor, 'is told by e-mail.')}`,
  confirm: 'Unassign',
  busyLabel: 'Unassigning...',
  hidden: seenWith(job),
})

export const AdminJobActions = ({ job, page }: { job: Job; page?: boolean }) => {
  const path = `/admin/jobs/${job.id}`
  return (
    <>
      {editableBy('admin').includes(job.status) && (
        <LinkButton href={`${path}/edit`} dialog={!page} icon="edit">
          Edit Job
        </LinkButton>
      )}
      <InvoiceWork job={job} />
      {isToAssign(job) && (
        <LinkButton href={`${path}/assign`} dialog={!page} icon="user" variant="primary" data-key="a">
          Assign Contractor
        </LinkButton>
      )}
      {mayMove(job, 'reassigned') && (
        <LinkButton href={`${path}/assign`} dialog={!page} icon="user" data-key="a">
          Reassign
        </LinkButton>
      )}
      {mayChase(job) && (
        <LinkButton href={`${path}/chase`} dialog={!page} icon="mail" data-key="c">
          Chase
        </LinkButton>
      )}
      {mayMove(job, 'unassigned') && (
        <Confirm {...unassignment(job)} {...inDialog(page, `${path}/unassign`)} button="Unassign" />
      )}
      {mayMove(job, 'quoteApproved') && (
        <LinkButton href={`${path}/rivals`} dialog={!page} icon="pound">
          Ask for Another Quote
        </LinkButton>
      )}
      {mayMove(job, 'cancelled') && (
        <LinkButton href={`${path}/cancel`} dialog={!page}>
          Cancel Job
        </LinkButton>
      )}
      {mayMarkHazard(job) && (
        <LinkButton href={`${path}/hazard`} dialog={!page}>
          Hazard
        </LinkButton>
      )}
      {mayMove(job, 'reopened') && (
        <LinkButton href={`${path}/reopen`} dialog={!page}>
          Reopen Job
        </LinkButton>
      )}
    </>
  )
}

/** It leads away from a list, whose row would go on waiting to be invoiced. */
const InvoiceWork = ({ job }: { job: Job }) => {
  const variant = waitOf(job).waitingFor === TO_INVOICE.waitingFor ? 'primary' : 'secondary'
  const visit = job.visits.find(isToInvoice)
  if (visit)
    return (
      <LinkButton href={`/admin/visits/${visit.id}/invoice`} icon="pound" variant={variant}>
        Invoice
      </LinkButton>
    )
  const quote = job.quotes.find(isWorkToInvoice)
  return quote && <Confirm {...sendingQuote({ ...quote, job })} button="Invoice" icon="pound" look={{ variant }} />
}

export const DeleteJob = ({ job, page }: { job: Job; page?: boolean }) => (
  <Confirm
    {...deletionOf(job)}
    {...inDialog(page, `/admin/jobs/${job.id}/delete`)}
    className="push-end"
    button="Delete Job"
    icon="trash"
    look={{ variant: 'danger' }}
  />
)
