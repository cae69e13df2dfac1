import { type BookingDraft, timesOf } from '#src/domain/appointment/slots.ts'
import type { OutboxAct } from './item.ts'

type SentForm = {
  act: OutboxAct
  lane: string
  path: string
  method: 'POST' | 'PUT'
  body: Record<string, unknown>
  text: string
  page: string
}

type Fields = Readonly<Record<string, string>>

const REQUIRED = ['estateAgentName', 'propertyName', 'propertyAddress', 'issueDescription']
const OWN = /Key$|^images$|^back$|^confirmed$/

export function callOfForm(action: string, fields: Fields, key: string): SentForm | null {
  if (action === '/create-job') {
    if (REQUIRED.some((name) => !fields[name]?.trim())) return null
    const body: SentForm['body'] = {}
    for (const [name, text] of Object.entries(fields))
      if (/^kind/.test(name)) body.hazardKinds = [body.hazardKinds ?? [], name.slice(5)].flat()
      else if (text && !OWN.test(name)) body[name] = text
    const text = `${fields.propertyName}: ${fields.issueDescription}`
    return { act: 'job', lane: key, path: '/api/jobs', method: 'POST', body, text, page: action }
  }
  const [, page = '', lane = '', what] = /^(\/jobs\/([^/]+))\/(start|book|mark-complete|messages)$/.exec(action) ?? []
  const of = (act: OutboxAct, body: SentForm['body'] = {}, text = ''): SentForm => {
    return { act, lane, path: `/api${action}`, method: 'POST', body, text, page }
  }
  if (what === 'start') return of('start')
  if (what === 'mark-complete' && !fields.workDone) return of('done')
  if (what === 'messages' && fields.text?.trim()) return of('message', { text: fields.text }, fields.text)
  if (what !== 'book') return null
  const { day, slot, from, to } = fields
  const times = timesOf(fields as BookingDraft)
  const text = `${day} ${slot === 'times' ? `${from}–${to}` : slot}`
  return times && { ...of('booking', times, text), path: `/api${page}/appointment`, method: 'PUT', page: action }
}
