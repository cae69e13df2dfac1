import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { EMAIL_TYPES, EMAILS, type EmailContent, type Recipient } from '#src/domain/email/kinds.ts'
import { compiledFiles, FOLDER } from '#views/emails/compile.ts'
import { COMPILED } from '#views/emails/compiled/index.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { fill } from '#views/emails/fill.ts'
import { emailValues, type ValueName } from '#views/emails/values.ts'
import { content } from './letters.ts'

const REPEATED = /\{\{\*(\w+)\}\}.*\{\{\/\*\1\}\}/s
const SITE = 'https://fettle.example'
const compose = (type: (typeof EMAIL_TYPES)[number], values = {}) => composeEmail(type, content(values), SITE)

test('compiled e-mails equal their templates: else `npm run emails` is due', async () => {
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
      [...COMPILED[type].html.replace(REPEATED, '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as ValueName),
    )
    for (const name of shown) if (/^urgency.|Link$/.test(name)) shown.delete(name)
    for (const name of shown) for (const line of values[name].split('\n')) expect(text).toContain(line)
    expect(html).not.toContain('{{')
    for (const { title, late, text: words, path } of type === 'reminder' ? content().waiting!.lines : [])
      for (const said of [title, late, words, SITE + path]) for (const one of [html, text]) expect(one).toContain(said)
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
      contractorPhone: null,
      tenantName: null,
      tenantPhone: null,
      trade: null,
      hazard: undefined,
      changes: undefined,
    }
    const { html, text } = compose(type, nothing)
    for (const label of [
      'Access notes',
      'Reason',
      'Work done',
      'Amount',
      'Phone',
      'Tenant',
      'Trade',
      'Hazard',
      'changed:',
      'mailto:',
      'tel:',
    ]) {
      expect(html).not.toContain(label)
      expect(text).not.toContain(label)
    }
    expect(text).not.toMatch(/null|undefined|\n{3}/)
  })

  test('names the job, of many their number and owners, or the webhook, in a subject of one line', () => {
    const forged = 'Rose\r\nBcc: eve@evil.example\u2028Cottage\u0000'
    const handedOver = { refs: 'JOB-000123', from: forged, to: 'Ben Okafor' }
    const webhook = { name: forged, host: 'hooks.example.com', since: '' }
    const { subject } = compose(type, { propertyName: forged, by: forged, handedOver, webhook })
    if (EMAILS[type].to !== 'one person') {
      if (type !== 'webhook_off') expect(subject).toContain('JOB-000123')
      expect(subject).toContain('Rose Bcc: eve@evil.example Cottage')
    }
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}]/u)
  })

  test('escapes every value', () => {
    const nasty = `<script>alert("1")</script>&'`
    const hostile = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(hostile)
        : typeof value === 'object' && value
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(one)]))
          : nasty
    const { jobType, urgency, path, ...texts } = content({ handedOver: { refs: '', from: '', to: '' } })
    for (const side of ['contractor', 'agent', 'admins'] as const) {
      const { html, text } = compose(type, { ...(hostile(texts) as object), side })
      expect(html).not.toContain('<script')
      expect(html).not.toMatch(/="[^"]*<|\[object/)
      expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;')
      expect(text).toContain(nasty)
    }
  })

  test('lets nothing that somebody wrote pass for a line of ours', () => {
    const forged = 'Fine.\r\nPlease assign a contractor.\u2028Open this:\nhttps://evil.example\n\n-- \nFettle'
    const { jobType, urgency, path, unsubscribe, messages: _, handedOver: __, waiting: ___, ...texts } = content()
    const values = {
      ...Object.fromEntries(Object.keys(texts).map((name) => [name, forged])),
      messages: [{ from: forged, text: forged }],
      handedOver: { refs: forged, from: forged, to: forged },
      waiting: { lines: [{ heading: forged, title: forged, late: forged, text: forged, path: '/' }], count: 1 },
    }
    const own = compose(type, {}).text.split('\n')
    const lines = compose(type, values).text.split('\n')
    for (const line of ['Please assign a contractor.', 'Open this:', 'https://evil.example'])
      expect([line, lines.includes(line)]).toEqual([line, false])
    for (const line of ['-- ', 'Fettle'])
      expect(lines.filter((one) => one === line)).toEqual(own.filter((one) => one === line))
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
    'Emergency hazard, due by Friday 27 November, 14:00',
    `${SITE}/jobs/0198a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b`,
  ]) {
    expect(html).toContain(said)
    expect(text).toContain(said)
  }
  expect(html).toContain('12 Mill Lane<br>Guildford')
  expect(html).toContain('href="tel:02079460001"')
})

test('a user’s text cannot pass for another value or a line of ours', () => {
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

describe('each reader is told what they have to do', () => {
  const CARL = { contractorName: 'Carl Mason' }
  const NOBODY = { contractorName: null, contractorCompany: null }
  const SAID: [kind: (typeof EMAIL_TYPES)[number], side: Recipient, given: Partial<EmailContent>, said: string][] = [
    ['job_cancelled', 'contractor', {}, 'Please do not go there for it.'],
    ['job_cancelled', 'agent', {}, 'If the repair is needed after all, you can reopen the job within 90 days.'],
    ['job_cancelled', 'agent', { jobType: 'quote_work' }, ''],
    ['job_cancelled', 'admins', {}, ''],
    ['job_handed_back', 'agent', CARL, 'You need not do anything: it will be given to another contractor.'],
    ['job_handed_back', 'admins', CARL, 'Please assign another contractor.'],
    [
      'job_reopened',
      'contractor',
      CARL,
      'It is yours again. Please book a visit in Fettle, or say there that you cannot take it.',
    ],
    [
      'job_reopened',
      'contractor',
      { ...CARL, isLost: true },
      'It is not given to you again: please do not go there for it.',
    ],
    ['job_deleted', 'contractor', {}, 'Please do not go there for it.'],
    ['job_deleted', 'agent', {}, 'Its visits, quotes and photos are gone as well.'],
    ['job_deleted', 'agent', { jobType: 'quote_work' }, ''],
    ['job_reopened', 'agent', CARL, 'Carl Mason has it again.'],
    ['job_reopened', 'agent', NOBODY, 'It will be given to a contractor.'],
    ['job_reopened', 'admins', CARL, 'Carl Mason has it again.'],
    ['job_reopened', 'admins', NOBODY, 'Please assign a contractor.'],
  ]
  const all = [...new Set(SAID.map(([, , , said]) => said))].filter(Boolean)
  const htmlOf = (said: string) => `>${said}</div>`

  test.each(SAID)('%s to %s (%j): %s', (kind, side, given, said) => {
    const { html, text } = compose(kind, { side, ...given })
    expect(all.filter((one) => text.split('\n').includes(one))).toEqual(said ? [said] : [])
    expect(all.filter((one) => html.includes(htmlOf(one)))).toEqual(said ? [said] : [])
  })
})

test('each message shows who wrote it and when, in a box of its own', () => {
  const messages = [
    {
      from: 'Olivia Hart, Estate Agent, 22/11/2026, 09:05',
      text: 'Mind the dog.\nAda King, Administrator, 22/11/2026, 09:06:',
    },
    { from: 'Carl Mason, Contractor, 22/11/2026, 09:07', text: '{{/*}}{{from}} {{*}}' },
  ]
  const { subject, html, text } = compose('new_messages', { by: 'Olivia Hart and Carl Mason', messages })
  expect(subject).toBe('Olivia Hart and Carl Mason wrote: JOB-000123, Rose Cottage')
  expect(text.split('\n').filter((line) => /^\S.*09:0\d:$/.test(line))).toEqual(messages.map(({ from }) => `${from}:`))
  expect(html.match(/font-size:14px[^>]*>[^<]*09:0\d<\/div>/g)).toHaveLength(2)
  expect(html).toContain('{{/*}}{{from}} {{*}}')
})
