import { counted } from './text.ts'

type ShowingProps = {
  id: string
  /** A selector of the rows that are shown: the browser counts them anew as they come and go. */
  rows: string
  /** How many rows the page begins with. */
  shown: number
  /** How many there are in all. */
  total: number
  /** How many a search or a filter finds, where one is set. */
  found?: number
  /** 'jobs' */
  noun: string
}

/** How much of a list is shown: 'Showing 50 of 514 jobs', and what was found where that is more than is shown. */
export const Showing = ({ id, rows, shown, total, found, noun }: ShowingProps) => (
  <p id={id} className="muted" role="status" data-shown={rows}>
    {`Showing ${shown} of ${total} ${noun}${found !== undefined && found > shown ? `, ${counted(found)} found` : ''}`}
  </p>
)
