import { Page, type PageFrame } from '../layout.tsx'
import { Card } from '../ui/card.tsx'

/** The service worker shows it in place of a page that it does not have, and fills in the list of those it has. */
export const NotKeptPage = ({ frame }: { frame: PageFrame }) => (
  <Page {...frame} title="Not on this phone">
    <p className="notice">Offline. This page was not kept here. Decisions, deletions and searches need a line.</p>
    <Card title="What is here">
      <ul id="kept" className="stack" />
    </Card>
  </Page>
)
