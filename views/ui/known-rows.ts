import { encoded, type Markup, textOf } from './markup.tsx'

type Place = { mark: string; markup: Markup }

const places = new WeakMap<Markup, Place>()

/** Of rows that a browser `has` it gets their places alone; public/js/asking.js leaves there what stands. */
export class KnownRows {
  readonly marks: string[] = []
  constructor(readonly has: readonly string[] = []) {}

  omitIfKnown(row: Markup): Markup {
    const place = placeOf(row)
    this.marks.push(place.mark)
    return this.has.includes(place.mark) ? place.markup : row
  }
}

function placeOf(row: Markup): Place {
  const known = places.get(row)
  if (known) return known
  const mark = Bun.hash(row).toString(36).slice(-8)
  const place = { mark, markup: encoded(textOf(row).replace(/^<(\w+) (id="[^"]+").*$/s, '<$1 $2 data-same=""></$1>')) }
  places.set(row, place)
  return place
}
