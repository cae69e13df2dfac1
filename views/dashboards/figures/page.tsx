import type { Role } from '#src/domain/account/account.ts'
import { isAdmin, isAgent } from '#src/domain/account/roles.ts'
import { countedText } from '#src/domain/job/figures/counted.ts'
import {
  comparedRows,
  type Figures,
  headlineOf,
  type ListCounted,
  type Ranking,
  type Shown,
} from '#src/domain/job/figures/figures.ts'
import { daysInWords, type Period, shortMonth } from '#src/domain/job/figures/period.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { pounds } from '#src/domain/money.ts'
import { type FilterField, FilterFieldOf } from '../../jobs/filters.tsx'
import type { PageFrame } from '../../layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/input/field.tsx'
import { PaperPage } from '../../ui/paper.tsx'
import { BarPlot } from '../bar-plot.tsx'

/** A period beside those that it is compared with. */
type PeriodFigures = { period: Period; figures: Figures }

type FiguresProps = {
  role: Role | null
  path: string
  asked: Period
  periods: readonly PeriodFigures[]
  scope: Readonly<Record<string, string>>
  scopeWords: readonly string[]
  fields: readonly FilterField[]
  most: readonly Ranking[]
  monthBefore: string
  monthAfter: string | null
  exportHref: string
}

const unlessAll = <One extends string>(one: One | 'all'): One | undefined => (one === 'all' ? undefined : (one as One))

/** Where the list stands whose rows are counted. */
function listHref(
  list: ListCounted,
  { role, period, scope }: Pick<FiguresProps, 'role' | 'scope'> & { period: Period },
) {
  const admin = isAdmin({ role })
  if ('invoices' in list)
    return withQuery('/invoices', {
      ...{ ...scope, state: 'open', type: unlessAll(list.invoices), taxFrom: period.from, taxTo: period.to },
    })
  if ('visits' in list) return withQuery('/visits', { ...scope, ...period, outcome: unlessAll(list.visits) })
  if ('quotes' in list) {
    const [path, show] = admin ? ['/admin/quotes'] : isAgent({ role }) ? ['/quotes'] : ['/history', 'quotes']
    const which = list.quotes === 'decided' ? { decided: 'yes' } : { status: unlessAll(list.quotes) }
    return withQuery(path!, { show, ...scope, ...period, ...which })
  }
  const counted = countedText({ counted: list.jobs, period })
  return withQuery(admin ? '/admin/jobs' : '/jobs', { ...scope, counted, urgency: list.urgency })
}

type CellProps = Pick<FiguresProps, 'role' | 'scope'> & { of: Shown; period: Period }

const Cell = ({ of: { text, csv, list }, period, ...reader }: CellProps) => {
  const href = Number(csv) === 0 || !list ? null : listHref(list, { ...reader, period })
  return (
    <td className="end" data-label={daysInWords(period)}>
      {href ? (
        <a className="map-link" href={href}>
          {text}
        </a>
      ) : (
        text
      )}
    </td>
  )
}

const Table = ({ periods, ...reader }: Pick<FiguresProps, 'periods' | 'role' | 'scope'>) => (
  <div className="table-box">
    <table className="table figures">
      <caption className="visually-hidden">Figures beside those of the month before and the year before</caption>
      <thead>
        <tr>
          <td />
          {periods.map(({ period }) => (
            <th key={period.from + period.to} scope="col" className="end">
              {daysInWords(period)}
            </th>
          ))}
        </tr>
      </thead>
      {comparedRows(periods.map(({ figures }) => figures)).map(({ title, rows }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={periods.length + 1}>
              {title}
            </th>
          </tr>
          {rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {periods.map(({ period }, at) => (
                <Cell key={period.from + period.to} of={cells[at]!} period={period} {...reader} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  </div>
)

type MostProps = Pick<FiguresProps, 'most' | 'path' | 'scope' | 'asked'>

const Most = ({ most, path, scope, asked }: MostProps) => (
  <div className="cards columns">
    {most
      .filter(({ rows }) => rows.length > 0)
      .map(({ title, by, counts, rows }) => (
        <Card key={title} title={title}>
          <ol className="stack">
            {rows.map(({ name, count, pence, value }) => (
              <li key={value ?? name} className="row">
                {value && value !== scope[by] ? (
                  <a className="map-link" href={withQuery(path, { ...scope, [by]: value, ...asked })}>
                    {name}
                  </a>
                ) : (
                  <span>{name}</span>
                )}
                <strong className="push-end">
                  {counts === 'pounds' ? pounds(pence) : count.toLocaleString('en-GB')}
                </strong>
              </li>
            ))}
          </ol>
        </Card>
      ))}
  </div>
)

type PictureProps = Pick<FiguresProps, 'periods'> & {
  title: string
  series: readonly { name: string; of: (figures: Figures) => number }[]
  format?: (value: number) => string
}

/** Screen readers pass over it: the table says the same. */
const Picture = ({ periods, title, series, format }: PictureProps) => {
  const groups = periods
    .toReversed()
    .map(({ period, figures }) => ({ label: shortMonth(period), values: series.map(({ of }) => of(figures)) }))
  if (groups.every(({ values }) => values.every((value) => value === 0))) return null
  return (
    <figure aria-hidden="true">
      <figcaption>
        <strong>{title}</strong>
        <span className="small-text muted">
          {series.map(({ name }, at) => [<span key={name} className={`key series-${at}`} />, ` ${name} `])}
        </span>
      </figcaption>
      <BarPlot alternative="" groups={groups} format={format} />
    </figure>
  )
}

const Pictures = ({ periods }: Pick<FiguresProps, 'periods'>) => (
  <div className="activity">
    <Picture
      periods={periods}
      title="Jobs"
      series={[
        { name: 'raised', of: ({ jobs }) => jobs.raised.total },
        { name: 'finished', of: ({ jobs }) => jobs.finished.total },
      ]}
    />
    <Picture
      periods={periods}
      title="First visits"
      series={[
        { name: 'in time', of: ({ targets }) => targets.met },
        { name: 'late', of: ({ targets }) => targets.late },
      ]}
    />
    <Picture
      periods={periods}
      title="Invoiced"
      format={pounds}
      series={[
        { name: 'visit fees', of: ({ money }) => money.feesPence },
        { name: 'quote work', of: ({ money }) => money.quoteWorkPence },
      ]}
    />
  </div>
)

const Choices = ({ path, asked, fields }: Pick<FiguresProps, 'path' | 'asked' | 'fields'>) => (
  <form className="row on-screen" method="get" action={path}>
    <TextField form="figures" name="from" label="From" type="date" value={asked.from} />
    <TextField form="figures" name="to" label="To" type="date" value={asked.to} />
    {fields.map((field, index) => (
      <FilterFieldOf key={`${field.name} ${field.value}`} {...field} action={path} form={`figures${index}`} />
    ))}
    <button type="submit" className="button secondary">
      Show
    </button>
  </form>
)

export const FiguresPage = ({ frame, ...props }: { frame: PageFrame } & FiguresProps) => {
  const { role, path, asked, periods, scope, scopeWords, monthBefore, monthAfter } = props
  const [now] = periods
  const month = (name: string) => withQuery(path, { ...scope, month: name })
  const about = [daysInWords(now!.period), ...scopeWords].join(' · ')
  return (
    <PaperPage
      {...{ frame, title: 'Figures', subtitle: about, reference: about }}
      className="paper-figures"
      plots={!isAdmin({ role })}
    >
      <p>
        <strong>{headlineOf(now!.figures, now!.period)}</strong>
      </p>
      <nav className="row on-screen" aria-label="Months">
        <LinkButton href={month(monthBefore)} size="small">
          Month before
        </LinkButton>
        {monthAfter && (
          <LinkButton href={month(monthAfter)} size="small">
            Month after
          </LinkButton>
        )}
        <LinkButton href={props.exportHref} download="" size="small" icon="download">
          Export Figures
        </LinkButton>
      </nav>
      <Choices path={path} asked={asked} fields={props.fields} />
      <Pictures periods={periods} />
      <div className="paper-beside stack">
        <Table periods={periods} role={role} scope={scope} />
        <Most most={props.most} {...{ path, scope, asked }} />
      </div>
    </PaperPage>
  )
}
