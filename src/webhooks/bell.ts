import { Listeners } from '#src/queue/bell.ts'

const listeners = new Listeners()

export const onQueued = listeners.add
export const notifyOfQueued = listeners.notify
