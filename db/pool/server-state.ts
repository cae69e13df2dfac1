/** What a server says of itself. The timeline is 0 on a standby and where nobody asked for it. */
export interface Answered {
  readOnly: boolean
  busy: number
  version: number
  cluster: string
  timeline: number
}

export type Condition = Answered | { error: unknown }

/** Tells whether a primary was replaced: a promotion raises the timeline, and what is written to an older one is lost. */
export class Timelines {
  #newest: Pick<Answered, 'cluster' | 'timeline'> | undefined

  judge({ cluster, timeline }: Answered): 'same' | 'newer' | 'deposed' {
    const before = this.#newest
    if (timeline === 0) return 'same'
    // Timelines of another cluster tell nothing of this one's.
    const isSame = before?.cluster === cluster
    if (isSame && timeline < before.timeline) return 'deposed'
    this.#newest = { cluster, timeline }
    return !before || (isSame && timeline === before.timeline) ? 'same' : 'newer'
  }
}
