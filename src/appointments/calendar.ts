import {
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  default as ical,
} from 'ical-generator'
import type { CalendarNote } from '#src/domain/appointment/appointment.ts'
import type { Mailbox } from '#src/domain/email/address.ts'
import type { EmailContent } from '#src/domain/email/kinds.ts'

type CalendarVisit = {
  uid: string
  sequence: number
  startsAt: Date
  endsAt: Date
  stamp: Date
  jobRef: string
  propertyName: string
  propertyAddress: string
  url: string
}

/** Times stand in UTC: with a time zone the library writes those of the process. Nothing here is about the tenant. */
const eventOf = (visit: CalendarVisit, words: string) => ({
  id: visit.uid,
  sequence: visit.sequence,
  stamp: visit.stamp,
  start: visit.startsAt,
  end: visit.endsAt,
  summary: `Repair visit: ${line(visit.propertyName)} (${visit.jobRef})`,
  location: line(visit.propertyAddress.replace(/,?\s*\n\s*/g, ', ')),
  description: `${words}\n${visit.url}`,
  url: visit.url,
})

const line = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A quotation mark would end the parameter that a name stands in. */
const inParameter = (name: string): string => line(name).replaceAll('"', '’')

const calendar = (): ICalCalendar => ical({ prodId: { company: 'Fettle', product: 'Fettle', language: 'EN' } })

/** The library leaves out the end of the last line. */
const textOf = (made: ICalCalendar): string => `${made}\r\n`

export type Invitation = { method: CalendarNote['method']; content: string }
type Sent = { organizer: Mailbox; to: string; date: Date; publicUrl: string }

export function invitation(content: EmailContent, { organizer, to, date, publicUrl }: Sent): Invitation | null {
  const note = content.calendar
  if (!note) return null
  const cancelled = note.method === 'CANCEL'
  const { uid, sequence, method } = note
  const url = `${publicUrl}${content.path}`
  const times = { startsAt: new Date(note.startsAt), endsAt: new Date(note.endsAt) }
  const who = content.contractorName ?? 'The contractor'
  const invited = calendar().method(cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST)
  invited.createEvent({
    ...eventOf(
      { ...content, ...times, uid, sequence, url, stamp: date },
      cancelled ? CANCELLED : `${line(who)} comes.`,
    ),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    organizer: { name: inParameter(organizer.name) || 'Fettle', email: organizer.address },
    attendees: [{ name: inParameter(content.recipientName) || to, email: to, rsvp: false }],
  })
  return { method, content: textOf(invited) }
}

const CANCELLED = 'This visit does not take place.'

export function feed(visits: readonly CalendarVisit[]): string {
  const published = calendar().method(ICalCalendarMethod.PUBLISH).name('Fettle').ttl(HOUR)
  for (const visit of visits) published.createEvent(eventOf(visit, 'Details are on the job’s page.'))
  return textOf(published)
}

const HOUR = 60 * 60
