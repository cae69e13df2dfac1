import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import {
  MAX_SUMMARY_PART,
  type SentSummary,
  SUMMARY_PART_NAMES,
  SUMMARY_PARTS,
} from '#src/domain/property/hazard/summary.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { LinkFrame } from '../../links/page.tsx'
import { LinkMade } from '../../links/share.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextArea, TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { type Letterhead, Paper, PaperPage } from '../../ui/paper.tsx'
import { oneLine } from '../../ui/text.ts'

type Texts = Readonly<Record<string, string>>
export type SendSummaryShown = { values?: Texts; errors?: Texts; made?: string }
type SendSummaryProps = SendSummaryShown & {
  frame: PageFrame
  reader: Role | null
  job: Job
  sent: readonly SentSummary[]
}

const FORM = 'summary'
const jobPath = (reader: Role | null, id: string) => `${isAdmin({ role: reader }) ? '/admin' : ''}/jobs/${id}`

export const SendSummaryPage = ({ frame, reader, job, sent, values = {}, errors, made }: SendSummaryProps) => {
  const field = (name: string) => ({ name, form: FORM, value: values[name], error: errors?.[name] })
  return (
    <Page
      {...frame}
      title="Summary for the Tenant"
      back={{ href: jobPath(reader, job.id), label: 'Back to the job' }}
      error={Boolean(errors)}
      width="narrow"
    >
      <Card title={job.propertyName}>
        {made && <LinkMade address={made} />}
        <form method="post" action={`/jobs/${job.id}/hazard/summary`} noValidate hx-disable="find button">
          <FormKey />
          <ErrorSummary errors={errors} form={FORM} />
          {SUMMARY_PART_NAMES.map((name) => (
            <TextArea key={name} {...field(name)} label={SUMMARY_PARTS[name]} rows={4} maxLength={MAX_SUMMARY_PART} />
          ))}
          <TextField
            {...field('email')}
            label="The tenant’s e-mail"
            hint="Leave it empty for a link to copy."
            type="email"
            autoComplete="off"
          />
          <Button variant="primary" block busyLabel="Sending...">
            Send Summary
          </Button>
        </form>
      </Card>
      {sent.length > 0 && (
        <Card title="Sent">
          <SentSummaries sent={sent} />
        </Card>
      )}
    </Page>
  )
}

const wayOf = ({ email, sentByName }: SentSummary) => `Sent ${email ? `to ${email}` : 'as a link'}, by ${sentByName}`

const SentSummaries = ({ sent }: { sent: readonly SentSummary[] }) => (
  <ul className="stack">
    {sent.map((summary) => (
      <li key={summary.id} className="entry">
        <a className="map-link" href={`/hazard-summaries/${summary.id}`}>
          <DateText value={summary.createdAt} time />
        </a>
        <p className="hint">{wayOf(summary)}</p>
      </li>
    ))}
  </ul>
)

const SummaryParts = ({ summary }: { summary: SentSummary }) =>
  SUMMARY_PART_NAMES.map((name) => (
    <section key={name}>
      <h2>{SUMMARY_PARTS[name]}</h2>
      <p className="preserve">{summary[name]}</p>
    </section>
  ))

export const SummaryEntry = ({ summary }: { summary: SentSummary }) => (
  <DescriptionList
    facts={[
      {
        term: 'Summary',
        detail: (
          <>
            <DateText value={summary.createdAt} time />. {wayOf(summary)}
          </>
        ),
        wide: true,
      },
      ...SUMMARY_PART_NAMES.map((name) => ({
        term: SUMMARY_PARTS[name],
        detail: <span className="preserve">{summary[name]}</span>,
        wide: true,
      })),
    ]}
  />
)

const TITLE = 'Hazard Summary'

const SummaryBody = ({ summary }: { summary: SentSummary }) => (
  <>
    <DescriptionList
      facts={[
        { term: 'Property', detail: summary.propertyName },
        { term: 'Address', detail: oneLine(summary.propertyAddress) },
        { term: 'Sent', detail: <DateText value={summary.createdAt} /> },
        { term: 'Questions', detail: [summary.agency, summary.contact].filter(Boolean).join(', ') },
      ]}
    />
    <SummaryParts summary={summary} />
  </>
)

type PrintedSummary = { summary: SentSummary; letterhead: Letterhead }

const paperOf = ({ summary, letterhead: { name, address } }: PrintedSummary) => ({
  title: TITLE,
  reference: summary.propertyName,
  letterhead: { name, address },
})

type HazardSummaryPageProps = PrintedSummary & { frame: PageFrame; reader: Role | null; job: Job }

export const HazardSummaryPage = ({ frame, reader, job, ...printed }: HazardSummaryPageProps) => (
  <PaperPage
    frame={frame}
    {...paperOf(printed)}
    back={{ href: jobPath(reader, job.id), label: `Back to ${job.jobRef}` }}
  >
    <SummaryBody summary={printed.summary} />
  </PaperPage>
)

export const SummaryByLinkPage = (printed: PrintedSummary) => (
  <LinkFrame title={TITLE} printed>
    <Paper {...paperOf(printed)}>
      <SummaryBody summary={printed.summary} />
    </Paper>
  </LinkFrame>
)
