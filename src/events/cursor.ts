import { Gone, WrongQuery } from '#src/http/errors.ts'

/** A place in the order of events. `tag` is of the event there: after a failover another may stand in its place. */
export type EventPlace = { epoch: number; seq: number; tag: string }

export const shortTagOf = (id: string | null): string => id?.replaceAll('-', '').slice(-12) ?? ''

export const writePlace = ({ epoch, seq, tag }: EventPlace): string =>
  [epoch.toString(36), seq.toString(36), tag].join('.')

export function readPlace(text: string): EventPlace {
  const [, epoch, seq, tag] = /^([0-9a-z]{1,9})\.([0-9a-z]{1,10})\.([0-9a-f]{12})?$/.exec(text) ?? []
  if (!epoch || !seq) throw new WrongQuery({ after: 'after must be a cursor of this call, or now.' })
  return { epoch: Number.parseInt(epoch, 36), seq: Number.parseInt(seq, 36), tag: tag ?? '' }
}

export class CursorExpired extends Gone {
  constructor() {
    super(
      'This cursor is no longer known: the events after it were removed, or the database was restored. ' +
        'Please read what you keep anew, and go on with after=now asked before.',
      'cursor_expired',
    )
  }
}
