import type { ReactNode } from 'react'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button } from './button.tsx'

/** Lines are parted by line breaks. */
export type Letterhead = { name?: string; address?: string; vatNumber?: string; bank?: string; footer?: string }

type PaperPageProps = {
  frame: PageFrame
  title: string
  reference: string
  letterhead?: Letterhead
  back?: { href: string; label: string }
  subtitle?: ReactNode
  actions?: ReactNode
  above?: ReactNode
  plots?: boolean
  className?: string
  children: ReactNode
}

/** A page that prints on A4; `on-screen` hides what paper should not have, `paper-whole` is not parted. */
export const PaperPage = ({ frame, above, letterhead = {}, reference, actions, ...page }: PaperPageProps) => (
  <Page
    {...frame}
    title={page.title}
    subtitle={page.subtitle}
    back={page.back}
    actions={
      <>
        {actions}
        <Button type="button" className="needs-script" data-print="">
          Print
        </Button>
      </>
    }
    printed
    plots={page.plots}
    width="wide"
  >
    {above}
    <Paper title={page.title} className={page.className} {...{ reference, letterhead }}>
      {page.children}
    </Paper>
  </Page>
)

type PaperProps = Pick<PaperPageProps, 'title' | 'reference' | 'className' | 'children'> & { letterhead: Letterhead }

export const Paper = ({ title, reference, letterhead, className, children }: PaperProps) => (
  <article className={className ? `paper ${className}` : 'paper'}>
    <p className="paper-ref">{reference}</p>
    <div className="paper-body">
      <header className="paper-head">
        <Sender {...letterhead} />
        <p className="paper-title">{title}</p>
      </header>
      {children}
      {(letterhead.bank || letterhead.footer) && (
        <footer className="paper-foot paper-whole">
          {letterhead.bank && <p>{letterhead.bank}</p>}
          {letterhead.footer && <p className="small-text muted">{letterhead.footer}</p>}
        </footer>
      )}
    </div>
  </article>
)

const Sender = ({ name, address, vatNumber }: Letterhead) => (
  <div>
    {name && <strong>{name}</strong>}
    {address && <p>{address}</p>}
    {vatNumber && <p>VAT number {vatNumber}</p>}
  </div>
)

/** In pence; the last row is what they come to. */
export const PaperSums = ({
  rows,
  children,
}: {
  rows: readonly (readonly [string, number])[]
  children?: ReactNode
}) => (
  <section className="paper-whole">
    <table className="paper-table paper-sums">
      <tbody>
        {rows.map(([words, pence]) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td className="end">{pounds(pence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {children}
  </section>
)
