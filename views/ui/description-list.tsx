import { Fragment, type ReactNode } from 'react'

export type Fact = { term: string; detail: ReactNode; wide?: boolean }

export const DescriptionList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ term, detail, wide }) =>
      detail === null || detail === undefined || detail === '' ? (
        <Fragment key={term} />
      ) : (
        <div key={term} className={wide ? 'wide' : undefined}>
          <dt>{term}</dt>
          <dd>{detail}</dd>
        </div>
      ),
    )}
  </dl>
)
