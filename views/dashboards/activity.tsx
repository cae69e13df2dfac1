import type { ReactNode } from 'react'
import { dayOf } from '#src/domain/dates.ts'
import type { WeekOfWork } from '#src/domain/job/counts.ts'
import type { QuoteValue } from '#src/domain/quote/quote.ts'
import { BarPlot } from './bar-plot.tsx'
import { ValuePlot } from './value-plot.tsx'

type ActivityProps = Pick<WeekOfWork, 'days' | 'unvisited'> & {
  weeks: readonly WeekOfWork[]
  quoteValues: readonly QuoteValue[]
}

const days = (value: number): string => `${value.toFixed(1)} ${value.toFixed(1) === '1.0' ? 'day' : 'days'}`
const visits = ({ days: median, unvisited }: Pick<WeekOfWork, 'days' | 'unvisited'>, as = days): string =>
  [median !== null && as(median), unvisited > 0 && `${unvisited} not visited yet`].filter(Boolean).join(', ') ||
  'No visits yet'
const shortDay = (week: string): string => dayOf(week).slice(0, 5)
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

const Plot = ({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) => (
  <figure>
    <figcaption>
      <strong>{title}</strong>
      <span className="small-text muted">{note}</span>
    </figcaption>
    {children}
  </figure>
)

export const Activity = ({ weeks, days: median, unvisited, quoteValues }: ActivityProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the strip scrolls sideways, also by keyboard
  <section className="activity" aria-label="Activity" tabIndex={0}>
    <Plot
      title="Jobs per week"
      note={
        <>
          <span className="key series-0" /> {sum(weeks.map((week) => week.raised))} raised{' '}
          <span className="key series-1" /> {sum(weeks.map((week) => week.finished))} finished
        </>
      }
    >
      <BarPlot
        alternative={`Jobs raised and finished per week, twelve weeks. ${weeks
          .map(({ week, raised, finished }) => `Week of ${dayOf(week)}: ${raised} raised, ${finished} finished`)
          .join('; ')}`}
        groups={weeks.map(({ week, raised, finished }) => ({ label: shortDay(week), values: [raised, finished] }))}
      />
    </Plot>
    <Plot title="Days to first visit" note={visits({ days: median, unvisited }, (value) => `Median ${days(value)}`)}>
      <BarPlot
        alternative={`Median days from raised to first visit, by the week in which the job was raised. ${weeks
          .map((week) => `Week of ${dayOf(week.week)}: ${visits(week).toLowerCase()}`)
          .join('; ')}`}
        groups={weeks.map((week) => ({ label: shortDay(week.week), values: [week.days] }))}
        format={days}
      />
    </Plot>
    <Plot title="Value of quotes" note={`${sum(quoteValues.map(({ count }) => count))} quotes by state`}>
      <ValuePlot values={quoteValues} />
    </Plot>
  </section>
)
