import type { ReactNode } from 'react'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'

type LegalProps = { frame: PageFrame; title: string; error?: boolean; children: ReactNode }

export const LegalPage = ({ title, error, frame, children }: LegalProps) => (
  <Page {...frame} title={title} error={error} subtitle="Last updated: January 2025">
    <div className="prose">
      {children}
      <LinkButton href="/" icon="back">
        Back to Home
      </LinkButton>
    </div>
  </Page>
)
