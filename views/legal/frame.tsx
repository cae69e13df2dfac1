import type { ReactNode } from 'react'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'

export const LegalPage = ({ frame, title, children }: { frame: PageFrame; title: string; children: ReactNode }) => (
  <Page {...frame} title={title} subtitle="Last updated: January 2025">
    <div className="prose">
      {children}
      <LinkButton href="/" icon="back">
        Back to Home
      </LinkButton>
    </div>
  </Page>
)
