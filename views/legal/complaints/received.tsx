import { answerBy, type Complaint, complaintRef } from '#src/domain/account/complaint.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date.tsx'

type ReceivedProps = { frame: PageFrame; complaint: Complaint }

export const ComplaintReceivedPage = ({ frame, complaint }: ReceivedProps) => (
  <Page {...frame} title="We Have Your Complaint" width="narrow">
    <Card>
      <p role="status">
        Its number is <strong>{complaintRef(complaint)}</strong>. An e-mail that confirms it goes to {complaint.email}.
      </p>
      <p>
        You get an answer by <DateText value={answerBy(complaint)} />.
      </p>
      <LinkButton href="/" icon="back">
        Back to Home
      </LinkButton>
    </Card>
  </Page>
)
