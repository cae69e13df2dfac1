import { answerBy, type Complaint, complaintRef, isClosed, isToAnswer } from '#src/domain/account/complaint.ts'
import { mailLink } from '../../accounts/links.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextArea } from '../../ui/input/field.tsx'
import { COMPLAINTS, ComplaintState } from './list.tsx'

export type ComplaintForms = {
  form?: 'answer' | 'close'
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

type DetailsProps = ComplaintForms & { frame: PageFrame; complaint: Complaint }

const Written = ({ title, text, at }: { title: string; text: string; at: Date }) => (
  <Card title={title} aside={<DateText value={at} time />}>
    <p className="preserve">{text}</p>
  </Card>
)

export const ComplaintPage = ({ frame, complaint, form, values = {}, errors }: DetailsProps) => {
  const { name, email, text, answer, answeredAt, closedAt, closeReason, createdAt } = complaint
  const path = `${COMPLAINTS}/${complaint.id}`
  const given = (which: ComplaintForms['form']) => (form === which ? { values, errors } : { values: {} })
  return (
    <Page
      {...frame}
      title={`Complaint ${complaintRef(complaint)}`}
      error={Boolean(errors)}
      back={{ href: COMPLAINTS, label: 'Back to complaints' }}
      width="narrow"
    >
      <Card>
        <DescriptionList
          facts={[
            { term: 'State', detail: <ComplaintState complaint={complaint} /> },
            { term: 'Answer By', detail: <DateText value={answerBy(complaint)} /> },
            { term: 'From', detail: name },
            { term: 'E-mail', detail: <a href={mailLink(email)}>{email}</a> },
          ]}
        />
      </Card>
      <Written title="The Complaint" text={text} at={createdAt} />
      {answer && answeredAt && <Written title="Our Answer" text={answer} at={answeredAt} />}
      {closeReason && closedAt && <Written title="Closed" text={closeReason} at={closedAt} />}
      {isToAnswer(complaint) && <AnswerForm path={path} email={email} {...given('answer')} />}
      {!isClosed(complaint) && <CloseForm path={path} {...given('close')} />}
    </Page>
  )
}

type FormProps = Omit<ComplaintForms, 'form'> & { path: string }

const AnswerForm = ({ path, email, values, errors }: FormProps & { email: string }) => (
  <Card title="Answer">
    <form method="post" action={`${path}/answer`} noValidate hx-disable="find button">
      <ErrorSummary errors={errors} form="answer" />
      <TextArea
        {...{ name: 'text', form: 'answer', value: values?.text, error: errors?.text }}
        label="Your Answer"
        hint={`It goes to ${email} as you write it.`}
        rows={6}
        maxLength={5000}
      />
      <Button variant="primary" busyLabel="Sending...">
        Send Answer
      </Button>
    </form>
  </Card>
)

const CloseForm = ({ path, values, errors }: FormProps) => (
  <Card title="Close">
    <form method="post" action={`${path}/close`} noValidate hx-disable="find button">
      <ErrorSummary errors={errors} form="close" />
      <TextArea
        {...{ name: 'reason', form: 'close', value: values?.reason, error: errors?.reason }}
        label="Reason"
        hint="Kept here, and sent to nobody."
        rows={2}
        maxLength={1000}
      />
      <Button busyLabel="Closing...">Close Complaint</Button>
    </form>
  </Card>
)
