import { Bell, Listeners } from '#src/queue/bell.ts'

const listeners = new Listeners()

/** Calls back in every process when events have got their place. */
export const onEvents = listeners.add
export const tellOfEvents = listeners.tell
export const isHeard = (): boolean => listeners.areThere

/** Rung when something may have to be numbered. */
export const numberingBell = new Bell()
