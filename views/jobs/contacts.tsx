import type { Office } from '#src/domain/account/account.ts'
import { FOLDED_DETAILS, JOB_DETAILS, type JobDetail, labelOf } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import { ContactLinks } from '../accounts/contact-links.tsx'
import { mailLink, telLink } from '../accounts/links.ts'
import { contractorName } from '../quotes/facts.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Fact } from '../ui/description-list.tsx'
import { oneLine } from '../ui/text.ts'

export const MapLink = ({ address }: { address: string }) => (
  <a
    className="preserve map-link"
    href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(oneLine(address))}`}
    target="_blank"
    rel="noopener noreferrer"
    referrerPolicy="no-referrer"
  >
    {address}
    <span className="visually-hidden"> (opens a map in a new tab)</span>
  </a>
)

type Contacts = Pick<Job, 'estateAgentName' | 'estateAgent' | 'tenantName' | 'tenantPhone'>

export const JobContacts = ({ job, office }: { job: Contacts; office: Office | null }) => {
  const { estateAgentName: agentName, estateAgent, tenantName, tenantPhone } = job
  const agent = estateAgent?.deletedAt ? null : estateAgent
  const tenant = tenantName ? `Tenant: ${tenantName}` : 'Tenant'
  return (
    <div className="row">
      <Callee name={agentName} phone={agent?.phone} />
      <Mail to={agentName} email={agent?.email} />
      {(tenantName || tenantPhone) && <Callee name={tenant} phone={tenantPhone} />}
      {office && <Callee name="Office" phone={office.phone} />}
      <Mail to="Office" email={office?.email} />
    </div>
  )
}

const Callee = ({ name, phone }: { name: string; phone: string | null | undefined }) =>
  phone ? (
    <LinkButton href={telLink(phone)} size="small" icon="phone" aria-label={`Call ${name}`}>
      {name}
    </LinkButton>
  ) : (
    <span className="small-text">{name}</span>
  )

const Mail = ({ to, email }: { to: string; email: string | null | undefined }) => {
  if (!email) return null
  return <LinkButton href={mailLink(email)} size="small" icon="mail" aria-label={`E-mail to ${to}`} />
}

export const agentFact = (job: Job): Fact => ({
  term: 'Estate Agent',
  detail: (
    <>
      {job.estateAgentName}, {job.estateAgency}
      <ContactLinks of={job.estateAgent} />
    </>
  ),
  wide: true,
})

export const contractorFact = (job: Job): Fact => ({
  term: 'Contractor',
  detail: job.contractor ? (
    <>
      {contractorName(job)}
      <ContactLinks of={job.contractor} />
    </>
  ) : (
    'Awaiting assignment'
  ),
  wide: job.contractor !== null,
})

export const officeFact = (office: Office | null): Fact => ({
  term: 'Office',
  detail: office && <ContactLinks of={{ ...office, deletedAt: null }} />,
  wide: true,
})

export const moreFacts = (job: Job): Fact[] =>
  FOLDED_DETAILS.map((name) => {
    const { term, keyboard }: JobDetail = JOB_DETAILS[name]
    const value = job[name]
    return { term, detail: value && keyboard === 'tel' ? <a href={telLink(value)}>{value}</a> : labelOf(name, value) }
  })
