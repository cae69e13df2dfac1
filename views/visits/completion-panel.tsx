import { hears, type Office } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import { amountOf, quotedWorkOf } from '#src/domain/job/listed.ts'
import { pounds } from '#src/domain/money.ts'
import { renewedBy } from '#src/domain/property/certificate/raised.ts'
import { type CompletionDraft, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'
import { JobContacts, MapLink } from '../jobs/contacts.tsx'
import { JobPhotos } from '../jobs/photos.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { CompletionForm, type CompletionIslandProps } from './completion-form.tsx'
import { CertificateDocument } from './document-field.tsx'

export type CompletionPanelProps = {
  job: Job
  office: Office | null
  userId: string
  vat: boolean
  values?: CompletionDraft
  images?: readonly string[]
  errors?: Readonly<Record<string, string>>
  region?: string | null
  list?: string
}

export const agentHears = (job: Pick<Job, 'hiddenFromEstateAgent' | 'estateAgent'>, told: string): string =>
  job.hiddenFromEstateAgent === 'yes' ? '' : hears('The estate agent', job.estateAgent, told)

export function CompletionPanel(props: CompletionPanelProps) {
  const { job, userId, vat, images = [], errors = {}, region = null, list = '/jobs' } = props
  const [work, amount] = [quotedWorkOf(job), amountOf(job)]
  const certificate = renewedBy(job)
  const fresh = certificate ? { ...EMPTY_DRAFT, 'certificate.doneOn': today() } : EMPTY_DRAFT
  const { values = fresh } = props
  const days = { min: today(job.createdAt), max: today() }
  const shared = {
    jobId: job.id,
    jobType: job.jobType,
    form: `job-${job.id}`,
    values,
    errors,
    vat,
    region,
    list,
    days,
    certificate,
  }
  const kept = errors.document ? '' : values['certificate.document']
  const island: CompletionIslandProps = { ...shared, userId }
  return (
    <>
      <JobContacts job={job} office={props.office} />
      <DescriptionList
        facts={[
          { term: 'Address', detail: <MapLink address={job.propertyAddress} />, wide: true },
          ...(work
            ? [{ term: amount === null ? 'To Do' : `To Do for ${pounds(amount)}`, detail: work, wide: true }]
            : []),
          { term: 'Issue', detail: job.issueDescription, wide: true },
          { term: 'Access Instructions', detail: job.accessNotes ?? 'No access notes provided', wide: true },
        ]}
      />
      <JobPhotos job={job} />
      <p className="hint">{agentHears(job, 'is told by e-mail as soon as you send this.')}</p>
      <Island name="job-completion" props={island}>
        <CompletionForm
          {...shared}
          photos={<PlainPhotos images={images} />}
          document={<CertificateDocument form={shared.form} kept={kept} error={errors.document} />}
        />
      </Island>
    </>
  )
}

export const PlainPhotos = ({ images }: { images: readonly string[] }) => (
  <div className="field photo-field">
    {images.map((path) => (
      <input key={path} type="hidden" name="images" value={path} />
    ))}
    <button type="button" className="button secondary needs-script" disabled>
      <Icon name="photo" />
      <span>Add Photos (Optional)</span>
    </button>
    <noscript>
      <p className="hint">Photos can be added where JavaScript is on.</p>
    </noscript>
  </div>
)
