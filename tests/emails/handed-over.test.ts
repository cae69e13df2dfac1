import { expect, test } from 'bun:test'
import { composeEmail } from '#views/emails/compose.ts'
import { content } from './letters.ts'

const handedOver = { refs: 'JOB-000001, JOB-000002', from: 'Olivia\r\nBcc: eve@evil.example <b>', to: 'Ben Okafor' }
const letter = composeEmail(
  'jobs_handed_over',
  content({ jobRef: '2 jobs', propertyName: '', path: '/jobs', handedOver }),
  'https://fettle.example',
)

test('a message of many jobs has their number, their references, and from whom to whom, in HTML and in text', () => {
  const from = 'Olivia Bcc: eve@evil.example <b>'
  expect(letter.subject).toBe(`Handed over: 2 jobs from ${from} to Ben Okafor`)
  const visits = 'Booked visits take place: Ben Okafor gets them for the calendar'
  for (const words of ['2 jobs', 'JOB-000001, JOB-000002', 'Ben Okafor', visits]) {
    expect(letter.html).toContain(words)
    expect(letter.text).toContain(words)
  }
  expect(letter.text).toContain(from)
  expect(letter.html).toContain('&lt;b&gt;')
  expect(letter.html).not.toContain('<b>')
  expect(letter.html).toContain('href="https://fettle.example/jobs"')
  expect(letter.text).not.toMatch(/undefined|null/)
})
