import { Page, type PageFrame } from '../layout.tsx'

export const WaitingPage = ({ frame, isContractor }: { frame: PageFrame; isContractor: boolean }) => (
  <Page
    {...frame}
    title="Waiting to Send"
    subtitle="What was done on this phone without a line. It is sent by itself, each thing once."
    back={{ href: '/', label: 'Back to Dashboard' }}
  >
    <ul id="waiting" className="stack" aria-live="polite" data-reader={isContractor ? 'contractor' : 'estate_agent'}>
      <li>Reading what is on this phone…</li>
    </ul>
  </Page>
)
