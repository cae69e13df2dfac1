import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { rendered as render } from '#tests/support/rendered.ts'
import { ROOT } from '#tests/support/root.ts'
import { Badge } from '#views/status/badge.tsx'
import { Confirm } from '#views/ui/confirm.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import { DateText } from '#views/ui/date.tsx'
import { DescriptionList } from '#views/ui/description-list.tsx'
import { ErrorSummary } from '#views/ui/input/error-summary.tsx'
import { SelectField, TextArea, TextField } from '#views/ui/input/field.tsx'
import { Checkbox, PasswordField } from '#views/ui/input/special-fields.tsx'
import { allOf } from '#views/ui/input/ticks.tsx'
import { Island } from '#views/ui/island.tsx'
import { Money } from '#views/ui/money.tsx'
import { counted, oneLine } from '#views/ui/text.ts'
import { VisitPhotos } from '#views/visits/photos.tsx'

const text = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')

test('a count says when there may be more', () => {
  expect([0, 7, 1000, 1001].map(counted)).toEqual(['0', '7', '1000', '1,000+'])
  expect([{ atLeast: 90 }, { atLeast: 1001 }].map(counted)).toEqual(['90+', '1,000+'])
  expect([150, 340, { atLeast: 340 }, { atLeast: 90 }].map(allOf)).toEqual([
    'All 150',
    'The first 200 of 340',
    'The first 200 of 340+',
    'The first 200',
  ])
})

// A browser reads '45,50' in one as £4,550 or as nothing, and shows no word of it.
test('no view has a number field: money is text, which one function reads', async () => {
  const views = [...new Glob('{views,islands}/**/*.{ts,tsx}').scanSync(ROOT)]
  const texts = await Promise.all(views.map((path) => Bun.file(join(ROOT, path)).text()))
  expect(views.length).toBeGreaterThan(100)
  expect(views.filter((_, at) => /type(=|: )["']number["']/.test(texts[at]!))).toEqual([])
})

describe('badges', () => {
  test.each([
    ['status', 'in_progress', 'orange', 'In Progress'],
    ['status', 'pending', 'yellow', 'Pending'],
    ['status', 'declined', 'red', 'Declined'],
    ['status', 'invoiced', 'purple', 'Invoiced'],
    ['urgency', 'high', 'red', 'URGENT'],
    ['urgency', 'low', 'green', 'LOW'],
    ['jobType', 'quote_work', 'purple', 'QUOTE WORK'],
    ['role', null, 'grey', 'User'],
    ['invoiceType', 'contractor_visit', 'blue', 'Visit Fee'],
  ] as const)('%s %p is %s and reads %p', (kind, value, tone, label) => {
    expect(render(<Badge kind={kind} value={value} />)).toBe(`<span class="badge ${tone}">${label}</span>`)
  })

  test('say a state in other words, and an unknown value as it is', () => {
    expect(render(<Badge kind="status" value="assigned" label="Ready to Start" />)).toContain('blue">Ready to Start')
    expect(render(<Badge kind="status" value="toString" />)).toContain('grey">toString')
  })
})

describe('money and dates', () => {
  test('money is in pounds with separators and two decimals', () => {
    expect(text(render(<Money pence={123456789} />))).toBe('|£1,234,567.89|')
  })
  test('a date is the day in London, also when UTC is still at the day before', () => {
    const html = render(<DateText value={new Date('2025-06-30T23:30:00Z')} time />)
    expect(html).toBe('<time dateTime="2025-06-30T23:30:00.000Z">01/07/2025, 00:30</time>')
  })
})

describe('fields', () => {
  test('tie label, hint and error to the control', () => {
    const html = render(<TextField name="amount" label="Amount" hint="In pounds" error="Too small" value="1" />)
    expect(html).toContain('<label for="f-amount">')
    expect(html).toContain('aria-describedby="f-amount-hint f-amount-error" aria-invalid="true"')
    for (const id of ['f-amount-hint', 'f-amount-error', 'f-amount"']) expect(html).toContain(`id="${id}`)
    expect(html.indexOf('In pounds')).toBeLessThan(html.indexOf('Too small'))
    expect(html.indexOf('Too small')).toBeLessThan(html.indexOf('<input'))
  })

  test('the summary links to them and takes the focus', () => {
    const html = render(<ErrorSummary errors={{ amount: 'Too small', '': 'All of it' }} form="quote" />)
    expect(html).toContain('<a href="#quote-amount">Too small</a>')
    expect(html).toContain('<li>All of it</li>')
    expect(html).toContain('autofocus=""')
    expect(render(<ErrorSummary errors={{}} />)).toBe('')
  })

  test('keep what was typed, escaped, but never a password', () => {
    expect(render(<TextArea name="a" label="A" value={'\n</textarea><b>'} />)).toContain(
      '>\n\n&lt;/textarea&gt;&lt;b&gt;</textarea>',
    )
    expect(render(<TextField name="a" label="A" value={'"><b>'} />)).toContain('value="&quot;&gt;&lt;b&gt;"')
    const options = [
      { value: 'low', label: 'Low' },
      { value: 'high', label: 'High' },
    ]
    expect(render(<SelectField name="u" label="U" value="high" options={options} />)).toContain(
      '<option value="high" selected="">',
    )
    expect(render(<Checkbox name="c" label="C" checked />)).toContain('checked=""')
    expect(render(<PasswordField name="p" label="P" />)).not.toContain('value=')
  })
})

describe('confirmations', () => {
  const question = {
    action: '/jobs/1/delete',
    title: 'Delete the job for Rose Cottage?',
    text: 'Sure?',
    confirm: 'Delete',
    busyLabel: 'Deleting...',
  }

  test('the button posts without consent, its page posts with it', () => {
    const form = render(<Confirm {...question} button="Delete" />)
    expect(form).toContain('action="/jobs/1/delete" method="post"')
    expect(form).not.toContain('confirmed')
    const page = render(<ConfirmPage {...question} frame={{ nav: null }} back="/jobs" hidden={{ from: 'list' }} />)
    expect(page).toContain('<input type="hidden" name="confirmed" value="yes"/>')
    expect(page).toContain('<input type="hidden" name="from" value="list"/>')
    expect(page).toContain('href="/jobs"')
    expect(page).toContain('Delete the job for Rose Cottage?</h1>')
  })
})

describe('details', () => {
  test('facts without a value are left out, zero is not', () => {
    const html = render(
      <DescriptionList
        facts={[
          { term: 'A', detail: null },
          { term: 'B', detail: 0 },
          { term: 'C', detail: '' },
        ]}
      />,
    )
    expect(text(html)).toBe('|B|0|')
  })

  test('photos are thumbnails that open large in a new tab', () => {
    const visit = { photosUrls: ['/objects/a', '/objects/b'], contractor: null, visitDate: new Date() }
    const html = render(<VisitPhotos visit={visit} propertyName="Rose Cottage" />)
    expect(html).toContain('<a href="/objects/a" target="_blank" rel="noopener">')
    expect(html).toContain('src="/objects/b?w=320"')
    expect(html).toContain('Rose Cottage, 2 of 2')
    expect(html).not.toContain('preload')
    expect(render(<VisitPhotos visit={{ ...visit, photosUrls: [] }} propertyName="x" />)).toBe('')
  })

  test('an island carries its props through the attribute unharmed', () => {
    const props = { note: `"'<&>£` }
    const html = render(
      <Island name="x" props={props}>
        plain
      </Island>,
    )
    const attribute = /props="([^"]*)"/.exec(html)![1]!
    const decoded = attribute.replace(
      /&(quot|#x27|lt|gt|amp);/g,
      (_, name: string) => ({ quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' })[name]!,
    )
    expect(JSON.parse(decoded)).toEqual(props)
    expect(html).toEndWith('>plain</react-island>')
  })
})

test.each([
  ['12 Mill Lane\nGuildford', '12 Mill Lane, Guildford'],
  ['12 Mill Lane,  \n \n\tGuildford,\nGU1 2AB', '12 Mill Lane, Guildford, GU1 2AB'],
  ['12 Mill Lane, Guildford', '12 Mill Lane, Guildford'],
])('the address %p is %p in a list', (address, line) => {
  expect(oneLine(address)).toBe(line)
})
