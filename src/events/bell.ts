import { Bell, Listeners } from '#src/queue/bell.ts'

const listeners = new Listeners()

export const onEvents = listeners.add
export const notifyOfEvents = listeners.notify
export const isHeard = (): boolean => listeners.areThere

export const numberingBell = new Bell()
