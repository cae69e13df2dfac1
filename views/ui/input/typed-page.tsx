import { Page, type PageFrame } from '../../layout.tsx'
import { Card } from '../card.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { TextArea } from './field.tsx'

type TypedPageProps = { frame: PageFrame; title: string; text?: string; typed: Readonly<Record<string, string>> }

const labelOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`

export const TypedPage = ({ frame, title, text = title, typed }: TypedPageProps) => (
  <Page {...frame} title={title} width="narrow" error back={{ href: '/', label: 'Back to Dashboard' }}>
    <Card>
      <ErrorSummary errors={{ '': text }} />
      {Object.entries(typed).map(([name, value]) => (
        <TextArea key={name} name={name} label={labelOf(name)} value={value} rows={3} readOnly />
      ))}
    </Card>
  </Page>
)
