export type OutboxAct = 'start' | 'done' | 'no_access' | 'return' | 'hand_back' | 'booking' | 'message' | 'job'

export type OutboxItem = {
  key: string
  user: string
  order: number
  lane: string
  act: OutboxAct
  text: string
  path: string
  method: 'POST' | 'PUT'
  body: Record<string, unknown>
  photos: string[]
  recordedAt: string
  /** The body byte for byte, from its first sending on: the key stands for it. */
  sent?: string
  /** Since when it may have arrived, in milliseconds. */
  triedAt?: number
  tries: number
  after?: number
  wait?: number
  refused?: OutboxRefusal
  doneAt?: number
  page: string
  /** Kept while the job's page is: it may be taken away. */
  place?: string
  /** A form that the worker saw fail: a page makes the call of it. */
  form?: Record<string, string>
  draft?: { name: string; text: string }
}

export type OutboxRefusal = { status: number; message: string; fields: string[]; meanwhile?: string }

export type OutboxPhoto = { id: string; key: string; name: string; bytes: ArrayBuffer; type: string }

/** It may have arrived: nobody changes it until an answer says. */
export const isLocked = ({ triedAt, refused }: OutboxItem): boolean => Boolean(triedAt && !refused)
