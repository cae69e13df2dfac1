import { Page, type PageFrame } from '../layout.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { MESSAGE_FORM, Messages, type MessagesProps } from './conversation.tsx'

export const MessagesPage = ({ frame, ...props }: { frame: PageFrame } & MessagesProps) => (
  <Page {...frame} title="Messages" error={Boolean(props.errors)} back={{ href: props.job, label: 'Back to the job' }}>
    <ErrorSummary errors={props.errors} form={MESSAGE_FORM} />
    <Card>
      <Messages {...props} />
    </Card>
  </Page>
)
