import { Fragment } from 'react'
import { assetUrl } from '../assets.ts'
import { Page, type PageFrame } from '../layout.tsx'

const DOCUMENT = '/api/openapi.json'

export const DocsPage = ({ frame }: { frame: PageFrame }) => (
  <Page
    {...frame}
    title="API"
    back={{ href: '/', label: 'Back to Home' }}
    width="wide"
    subtitle={
      <>
        Every call, as <a href={DOCUMENT}>OpenAPI 3.1</a>, and <a href="/api/docs/problems">what errors mean</a>.
      </>
    }
  >
    <link rel="stylesheet" href={assetUrl('docs.css')} />
    <div id="calls" data-document={DOCUMENT} aria-busy="true">
      <noscript>
        <p>This page needs JavaScript. The calls are also in the document above.</p>
      </noscript>
    </div>
    <script defer src={assetUrl('swagger-ui.js')} />
    <script defer src={assetUrl('docs.js')} />
  </Page>
)

type Problem = { code: string; status: number; title: string }

export const ProblemsPage = ({ frame, problems }: { frame: PageFrame; problems: readonly Problem[] }) => (
  <Page
    {...frame}
    title="Errors of the API"
    back={{ href: '/api/docs', label: 'Back to the API' }}
    subtitle="What scripts tell errors apart by. A code keeps its status and its meaning."
  >
    <div className="prose">
      {[...Map.groupBy(problems, ({ status }) => status)].map(([status, ofStatus]) => (
        <Fragment key={status}>
          <h2>{status}</h2>
          <ul>
            {ofStatus.map(({ code, title }) => (
              <li key={code} id={code}>
                <code>{code}</code>: {title}.
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  </Page>
)
