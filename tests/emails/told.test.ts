import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { EMAIL_TYPES } from '#src/emails/kinds.ts'
import { compiledFiles, FOLDER } from '#views/emails/compile.ts'
import { COMPILED } from '#views/emails/compiled/index.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { fill } from '#views/emails/fill.ts'
import { emailValues } from '#views/emails/values.ts'
import { content } from './letters.ts'

const SITE = 'https://fettle.example'
const compose = (type: (typeof EMAIL_TYPES)[number], values = {}) => composeEmail(type, content(values), SITE)

test('what is compiled is what the templates say: else `npm run emails` is due', async () => {
  const names = await readdir(FOLDER)
  const present = new Map(
    await Promise.all(names.map(async (name) => [name, await Bun.file(FOLDER + name).text()] as const)),
  )
  expect(present).toEqual(await compiledFiles())
})

describe.each(EMAIL_TYPES)('%s', (type) => {
  test('says the same in HTML and in plain text', () => {
    const values = emailValues(content(), SITE)
    const { html, text } = compose(type)
    const shown = new Set(
      [...COMPILED[type].html.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as keyof typeof values),
    )
    for (const style of ['urgencyInk', 'urgencyPaper', 'estateAgentEmailLink', 'estateAgentPhoneLink'] as const)
      shown.delete(style)
    for (const name of shown) for (const line of values[name].split('\n')) expect(text).toContain(line)
    expect(html).not.toContain('{{')
    expect(html).toContain(`href="${SITE}/jobs/0198a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b"`)
    expect(html).toContain(`href="${SITE}"`)
  })

  test('leaves out what it has not, with its label', () => {
    const nothing = {
      accessNotes: null,
      reason: null,
      workDone: null,
      quoteAmount: null,
      quoteDescription: null,
      estateAgentEmail: null,
      estateAgentPhone: null,
    }
    const { html, text } = compose(type, nothing)
    for (const label of ['Access notes', 'Reason', 'Work done', 'Amount', 'Phone', 'mailto:', 'tel:']) {
      expect(html).not.toContain(label)
      expect(text).not.toContain(label)
    }
    expect(text).not.toMatch(/null|undefined|\n{3}/)
  })

  test('names the job, or of many their number and owners, in a subject of one line', () => {
    const forged = 'Rose\r\nBcc: eve@evil.example\u2028Cottage\u0000'
    const handedOver = { refs: 'JOB-000123', from: forged, to: 'Ben Okafor' }
    const { subject } = compose(type, { propertyName: forged, handedOver })
    expect(subject).toContain('JOB-000123')
    expect(subject).toContain('Rose Bcc: eve@evil.example Cottage')
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}]/u)
  })

  test('escapes every value', () => {
    const nasty = `<script>alert("1")</script>&'`
    const { html, text } = compose(
      type,
      Object.fromEntries(
        Object.entries(content()).map(([name, value]) => [
          name,
          ['jobType', 'urgency', 'path'].includes(name) ? value : nasty,
        ]),
      ),
    )
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;')
    expect(text).toContain(nasty)
  })
})

test('a new job carries everything the contractor needs', () => {
  const { subject, html, text } = compose('job_assigned')
  expect(subject).toBe('URGENT: New job JOB-000123, Rose Cottage')
  for (const said of [
    'JOB-000123',
    'Rose Cottage',
    '12 Mill Lane',
    'Guildford GU1 3XY',
    'The boiler loses pressure every night.',
    'Key at the office',
    'URGENT',
    'Rightway Lettings',
    'Olivia Hart',
    'olivia@rightway.example',
    '020 7946 0001',
    'VISIT',
    `${SITE}/jobs/0198a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b`,
  ]) {
    expect(html).toContain(said)
    expect(text).toContain(said)
  }
  expect(html).toContain('12 Mill Lane<br>Guildford')
  expect(html).toContain('href="tel:02079460001"')
})

test('what a user wrote cannot pass for another value or a line of ours', () => {
  const { html, text } = compose('job_assigned', {
    propertyName: 'Cottage {{estateAgentPhone}}\nUrgency: LOW',
    issueDescription: 'Leak {{/issueDescription}}{{#nothing}}\nPhone: 0900 EVIL\r\nAgent: Eve',
  })
  expect(html).toContain('Cottage {{estateAgentPhone}} Urgency: LOW')
  expect(html).toContain('Leak {{/issueDescription}}{{#nothing}}<br>Phone: 0900 EVIL<br>Agent: Eve')
  expect(text.split('\n').filter((line) => line.startsWith('Phone:'))).toEqual(['Phone: 020 7946 0001'])
  expect(text.split('\n').filter((line) => line.startsWith('Urgency:'))).toEqual(['Urgency: URGENT'])
  expect(text.split('\n').filter((line) => line.startsWith('Agent:'))).toEqual(['Agent: Olivia Hart'])
})

test('an agent’s address cannot add to the link that writes to it', () => {
  const { html } = compose('job_assigned', { estateAgentEmail: 'o@x.example?bcc=eve@evil.example&body="><b>' })
  expect(html).toContain('href="mailto:o@x.example%3Fbcc%3Deve%40evil.example%26body%3D%22%3E%3Cb%3E"')
})

test('a subject stays short, and is no encoded word', () => {
  const { subject } = compose('job_assigned', { propertyName: `=?utf-8?Q?Free_money?= ${'é🏠'.repeat(200)}` })
  expect(subject).not.toContain('=?')
  expect([...subject].length).toBe(150)
  expect(subject.endsWith('…')).toBe(true)
})

test('a template that asks for what no e-mail has is refused', () => {
  expect(() => fill('{{jobReff}}', emailValues(content(), SITE))).toThrow("'jobReff'")
})
