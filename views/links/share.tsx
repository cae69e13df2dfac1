import type { ReactNode } from 'react'
import type { Job } from '#src/domain/job/job.ts'
import { countedLinkDays } from '#src/domain/link/link.ts'
import type { SharedLink } from '#src/domain/link/shared.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextField } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'

type ShareJobProps = {
  frame: PageFrame
  job: Job
  links: readonly SharedLink[]
  made?: string
  email?: string
  errors?: Readonly<Record<string, string>>
}

export const SHARE_FORM = 'share'

export const ShareJobPage = ({ frame, job, links, made, email, errors }: ShareJobProps) => {
  const path = `/jobs/${job.id}`
  return (
    <Page
      {...frame}
      title="Share with Tenant or Landlord"
      back={{ href: path, label: 'Back to the job' }}
      error={Boolean(errors)}
      width="narrow"
    >
      <Card title={job.propertyName}>
        <p className="field">
          They see how far the repair is and when somebody comes: no names, notes or prices. It works for{' '}
          {countedLinkDays('follow_job')}, or until you end it.
        </p>
        <ShareForm action={`${path}/links`} {...{ made, email, errors }} />
      </Card>
      <SharedLinks links={links} end="/links" back={`${path}/links`} />
    </Page>
  )
}

type ShareFormProps = Pick<ShareJobProps, 'made' | 'email' | 'errors'> & {
  action: string
  label?: string
  children?: ReactNode
}

export const ShareForm = ({ action, label = 'Their e-mail', made, email, errors, children }: ShareFormProps) => (
  <>
    {made && <LinkMade address={made} />}
    <form method="post" action={action} noValidate hx-disable="find button">
      <FormKey />
      <ErrorSummary errors={errors} form={SHARE_FORM} />
      {children}
      <TextField
        {...{ name: 'email', form: SHARE_FORM, value: email, error: errors?.email }}
        label={label}
        hint="Leave it empty for a link to copy."
        type="email"
        autoComplete="off"
      />
      <Button variant="primary" block busyLabel="Making...">
        Make Link
      </Button>
    </form>
  </>
)

type SharedLinksProps = { links: readonly SharedLink[]; end: string; back: string }

export const SharedLinks = ({ links, ...ways }: SharedLinksProps) =>
  links.length > 0 && (
    <Card title="Links">
      <ul className="stack">
        {links.map((link) => (
          <LinkItem key={link.id} {...link} {...ways} />
        ))}
      </ul>
    </Card>
  )

const PURPOSES: Record<SharedLink['purpose'], string> = {
  follow_job: 'Follows the repair',
  landlord: 'Asked about the quote',
  hazard_summary: 'Summary of the hazard',
  certificates: 'Certificates',
}

type LinkItemProps = SharedLink & Omit<SharedLinksProps, 'links'>

const LinkItem = ({ id, purpose, email, createdAt, expiresAt, answer, end, back }: LinkItemProps) => {
  const name = email ?? 'Link to copy'
  return (
    <li className="entry">
      <strong>{name}</strong>
      <p className="hint">
        {PURPOSES[purpose]}, <DateText value={createdAt} time />
        {answer && ', answered'}
        {expiresAt && !answer && (
          <>
            , until <DateText value={expiresAt} />
          </>
        )}
      </p>
      {!answer && (
        <form method="post" action={`${end}/${id}/end`}>
          <HiddenFields values={{ back }} />
          <Button size="small" aria-label={`End the link: ${name}`}>
            End
          </Button>
        </form>
      )}
    </li>
  )
}

export const LinkMade = ({ address }: { address: string }) => <ShownOnce title="The link" text={address} what="Link" />
