import type { Found } from '#src/domain/limits.ts'
import { counted, leastOf } from '../text.ts'

type ShowingProps = {
  id: string
  /** A selector of the rows, which the browser counts as they come and go. */
  rows: string
  shown: number
  total: number
  found?: Found
  noun: string
}

export const Showing = ({ id, rows, shown, total, found, noun }: ShowingProps) => (
  <p id={id} className="muted" role="status" data-shown={rows}>
    {`Showing ${shown} of ${total} ${noun}${found !== undefined && leastOf(found) > shown ? `, ${counted(found)} found` : ''}`}
  </p>
)
