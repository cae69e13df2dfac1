import { Page, type PageFrame } from '../layout.tsx'
import { Card } from '../ui/card.tsx'
import { CompletionPanel, type CompletionPanelProps } from './completion-panel.tsx'
import { InHandBadges } from './job-in-hand.tsx'

export function CompletionPage({ frame, ...panel }: CompletionPanelProps & { frame: PageFrame }) {
  const { job, errors = {} } = panel
  return (
    <Page
      {...frame}
      title="Log Visit"
      back={{ href: '/jobs', label: 'Back to Your Jobs' }}
      error={Object.keys(errors).length > 0}
      island="job-completion"
      width="narrow"
    >
      <Card title={job.propertyName} aside={<InHandBadges job={job} />}>
        <p className="small-text muted">Job: {job.jobRef}</p>
        <CompletionPanel {...panel} />
      </Card>
    </Page>
  )
}
