import { Listeners } from '#src/queue/bell.ts'

const listeners = new Listeners()

/** Calls back in this process when something was queued here. */
export const onQueued = listeners.add
export const notifyOfQueued = listeners.notify
