import { describe, expect, onTestFinished, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import PostalMime, { type Email } from 'postal-mime'
import { bookVisit, cancelVisit } from '#src/appointments/actions.ts'
import { invitation } from '#src/appointments/calendar.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import type { Mailer } from '#src/emails/message.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { env } from '#src/runtime/env.ts'
import { content } from '#tests/emails/letters.ts'
import { MailServer } from '#tests/emails/mail-server.ts'
import { forgetNotified } from '#tests/jobs/notified.ts'
import { aWorker, untilDelivered } from '#tests/queue/working.ts'
import { dayIn, onDay } from '#tests/support/times.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

const FROM = 'Fettle, "the" office <no-reply@fettle.example>'

/** What lands at a real mail server, or in the folder of a machine that has none. */
const WAYS: Record<string, () => Promise<{ mailer: Mailer; landed: () => Promise<Buffer[]> }>> = {
  'over SMTP': async () => {
    const server = await new MailServer().start()
    onTestFinished(() => server.stop())
    return { mailer: smtpMailer(server.url, FROM), landed: async () => server.accepted }
  },
  'in files': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fettle-mail-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const landed = async () => Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name))))
    return { mailer: fileMailer(folder, FROM), landed }
  },
}

type Read = { mail: Email; text: string; method: string; event: ICAL.Event; part: ICAL.Component }

function read(text: string): Pick<Read, 'event' | 'part'> {
  const part = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!
  return { part, event: new ICAL.Event(part) }
}

async function readMail(raw: Buffer): Promise<Read> {
  const mail = await PostalMime.parse(raw)
  const calendars = mail.attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType))
  const texts = calendars.map(({ content: bytes }) =>
    typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes),
  )
  // The part that mail readers act on, and the file that people save.
  expect(calendars.map(({ mimeType, method }) => [mimeType, Boolean(method)])).toEqual([
    ['text/calendar', true],
    ['application/ics', false],
  ])
  const [, saved] = /application\/ics[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(String(raw))!
  const text = Buffer.from(saved!, 'base64').toString()
  // The parser reads text without the ends of its lines.
  for (const one of texts) expect(one.trimEnd()).toBe(text.replaceAll('\r\n', '\n').trimEnd())
  expect(String(raw).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  return { mail, text, method: calendars[0]!.method!, ...read(text) }
}

/** RFC 5545: lines end with CRLF and have at most 75 octets; no character is cut. */
function expectWellFormed(text: string) {
  expect(text).toEndWith('END:VCALENDAR\r\n')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).not.toContain('\ufffd')
}

test.each(Object.entries(WAYS))('%s: booked, moved and cancelled, it is one event that changes', async (_, way) => {
  const { mailer, landed } = await way()
  const agent = await anAgent({ firstName: 'Olivia "Liv"', lastName: 'Hart; of Rightway, Ltd: £' })
  const cast = { ...(await aCast()), agent }
  const property = {
    propertyName: 'Rose, Cottage; "The 🏠" \\ £5',
    propertyAddress: `12 Mill Lane, by the old mill behind the church of St Martin 🏡\n${'Long; '.repeat(3)}Long,\nGuildford`,
    tenantName: 'Tess Tenant',
  }
  const { id, jobRef } = await aJob(cast, 'assigned', { job: property })
  await forgetNotified()
  const times = [onDay(dayIn(1)), onDay(dayIn(2), '13:15', '14:00')]
  await bookVisit(cast.contractor, id, times[0]!)
  await bookVisit(cast.contractor, id, times[1]!)
  await cancelVisit(cast.contractor, id)
  aWorker(standardHandlers(mailer))
  await untilDelivered()
  const mails = await Promise.all((await landed()).map(readMail))
  mails.sort((one, other) => one.event.sequence - other.event.sequence)

  expect(mails.map(({ method, event }) => [method, event.sequence])).toEqual([
    ['REQUEST', 0],
    ['REQUEST', 1],
    ['CANCEL', 2],
  ])
  expect(new Set(mails.map(({ event }) => event.uid)).size).toBe(1)
  expect(mails.map(({ event }) => event.startDate.toJSDate())).toEqual(
    [times[0], times[1], times[1]].map((one) => one!.startsAt),
  )
  expect(mails.map(({ event }) => event.endDate.toJSDate())).toEqual(
    [times[0], times[1], times[1]].map((one) => one!.endsAt),
  )
  expect(mails.map(({ part }) => part.getFirstPropertyValue('status'))).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])

  for (const { mail, text, method, event, part } of mails) {
    expectWellFormed(text)
    expect(text).toContain(`\r\nMETHOD:${method}\r\n`)
    expect(text).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/)
    expect(event.summary).toBe(`Repair visit: Rose, Cottage; "The 🏠" \\ £5 (${jobRef})`)
    expect(event.location).toBe(
      '12 Mill Lane, by the old mill behind the church of St Martin 🏡, Long; Long; Long; Long, Guildford',
    )
    expect(event.description).toEndWith(`\n${env.PUBLIC_URL}/jobs/${id}`)
    expect(text).not.toContain('Tenant')
    expect(event.organizer).toBe(`mailto:${mail.from!.address}`)
    expect(part.getFirstProperty('organizer')!.getFirstParameter('cn')).toBe('Fettle, ’the’ office')
    const [attendee, ...others] = event.attendees
    expect(others).toEqual([])
    expect(String(attendee!.getFirstValue()).toLowerCase()).toBe(`mailto:${agent.email}`)
    expect(attendee!.getFirstParameter('cn')).toBe('Olivia ’Liv’ Hart; of Rightway, Ltd: £')
    expect(attendee!.getFirstParameter('rsvp')).toBe('FALSE')
    expect(mail.to).toEqual([{ address: agent.email!, name: '' }])
    expect(mail.html).toContain('Rose, Cottage')
  }
})

test('a slot on the days when the clocks change stands in UTC as it is in London', () => {
  const starts = (day: string) => {
    const { startsAt, endsAt } = onDay(day)
    const calendar = {
      ...({ method: 'REQUEST', uid: 'one', sequence: 0 } as const),
      ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
    }
    return invitation(content({ calendar }), SENT)!.content.match(/DT(?:START|END):\w+/g)
  }
  expect(starts('2026-03-28')).toEqual(['DTSTART:20260328T080000Z', 'DTEND:20260328T120000Z'])
  expect(starts('2026-03-29')).toEqual(['DTSTART:20260329T070000Z', 'DTEND:20260329T110000Z'])
  expect(starts('2026-10-24')).toEqual(['DTSTART:20261024T070000Z', 'DTEND:20261024T110000Z'])
  expect(starts('2026-10-25')).toEqual(['DTSTART:20261025T080000Z', 'DTEND:20261025T120000Z'])
})

const SENT = {
  organizer: { name: '', address: 'no-reply@fettle.example' },
  ...{ to: 'olivia@rightway.example', date: new Date('2026-03-04T05:06:07Z'), publicUrl: 'https://fettle.example' },
}

describe('whatever people are called', () => {
  const calendar = {
    ...({ method: 'REQUEST', uid: 'one', sequence: 0 } as const),
    ...{ startsAt: '2026-11-24T08:00:00.000Z', endsAt: '2026-11-24T12:00:00.000Z' },
  }

  test.each([
    ['"'],
    ['a\r\nATTENDEE:mailto:eve@evil.example'],
    ['a\nEND:VEVENT\nEND:VCALENDAR'],
    ['\\n\\,\\;'],
    ['a;b:c,d=e'],
    ["^n^^^'"],
    ['👩‍👩‍👧‍👦'.repeat(30)],
    ['é'.repeat(200)],
    ['\u0000\u0007\u2028x'],
    [''],
  ])('%j is text, and nothing else', (name) => {
    const said = { propertyName: name, propertyAddress: name, recipientName: name, contractorName: name, calendar }
    const { content: text } = invitation(content(said), { ...SENT, organizer: { ...SENT.organizer, name } })!
    expectWellFormed(text)
    const { event, part } = read(text)
    expect(part.getAllProperties().map(({ name }) => name)).toEqual([
      ...['uid', 'sequence', 'dtstamp', 'dtstart', 'dtend', 'summary', 'transp'],
      ...(event.location ? ['location'] : []),
      ...['description', 'organizer', 'attendee', 'url', 'status'],
    ])
    expect(event.attendees).toHaveLength(1)
    expect(String(event.attendees[0]!.getFirstValue())).toBe('MAILTO:olivia@rightway.example')
    const shown = name.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    const place = name
      .replaceAll('\n', ', ')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    expect(event.summary).toBe(`Repair visit: ${shown} (JOB-000123)`)
    if (event.location) expect(event.location.replaceAll(' ,', ',')).toBe(place.replaceAll(' ,', ','))
  })
})

test('an e-mail of another kind has no calendar', () => {
  expect(invitation(content(), SENT)).toBeNull()
})
