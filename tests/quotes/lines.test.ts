import { describe, expect, test } from 'bun:test'
import { readAmounts } from '#src/domain/quote/amounts.ts'
import {
  draftLines,
  EMPTY_QUOTE,
  lineName,
  quoteBody,
  quoteTyped,
  typedLines,
  withRates,
} from '#src/domain/quote/draft.ts'
import { linesText, NO_VAT, type QuoteLine, readLines, refusedVat } from '#src/domain/quote/lines.ts'

const line = (quantity: number, unitPrice: number, vatRate: QuoteLine['vatRate'] = 20): QuoteLine => ({
  description: 'Valve',
  quantity,
  unitPrice,
  vatRate,
})

describe('lines as they are sent', () => {
  const sent = { description: 'Valve', quantity: '1.5', unitPrice: '£1,234.50', vatRate: '20' }

  test('are numbers or texts', () => {
    expect(readLines([sent, { description: 'Hour', quantity: 2, unitPrice: 45 }])).toEqual({
      lines: [line(1.5, 123_450), { description: 'Hour', quantity: 2, unitPrice: 4500, vatRate: 0 }],
      errors: {},
    })
  })

  test.each([
    [{ description: '' }, 'lines.1.description', 'Each line needs a description'],
    ...(['', '0', '-1', '1.555', 'two', 0, Number.NaN, Number.POSITIVE_INFINITY] as const).map(
      (quantity) =>
        [{ quantity }, 'lines.1.quantity', 'Quantity must be more than 0, with at most two decimals'] as const,
    ),
    [{ unitPrice: '' }, 'lines.1.unitPrice', 'Unit price must be an amount in pounds'],
    [{ unitPrice: -1 }, 'lines.1.unitPrice', 'Unit price must be an amount in pounds'],
    [{ unitPrice: '1.005' }, 'lines.1.unitPrice', 'Amounts have at most two decimals'],
    [{ unitPrice: 1e9 }, 'lines.1.unitPrice', 'At most £99,999,999.99'],
    [{ vatRate: 17.5 }, 'lines.1.vatRate', 'VAT must be 0, 5, 20'],
  ])('are refused at their field: %p', (wrong, field, message) => {
    expect(readLines([sent, { ...sent, ...wrong }]).errors).toEqual({ [field]: message })
  })

  test('come to something, and to no more than a quote may', () => {
    expect(readLines([{ ...sent, unitPrice: 0 }]).errors).toEqual({ lines: 'The lines come to £0.00' })
    expect(readLines([{ ...sent, quantity: 1, unitPrice: 99_999_999.99 }]).errors).toEqual({
      lines: 'The lines come to more than £99,999,999.99',
    })
    expect(readLines([{ ...sent, quantity: 1, unitPrice: 99_999_999.99, vatRate: 0 }]).errors).toEqual({})
  })

  test('have VAT only of a contractor with a VAT number', () => {
    const lines = [line(1, 100, 0), line(1, 100, 5)]
    expect(refusedVat(lines, null)).toEqual({ 'lines.1.vatRate': NO_VAT })
    for (const fine of [refusedVat(lines, 'GB123'), refusedVat([line(1, 1, 0)], null), refusedVat(null, null)])
      expect(fine).toEqual({})
  })
})

test('lines are told in words', () => {
  expect(linesText([line(1.5, 3333), line(2, 4500, 0)], 15_000)).toBe(
    'Valve: 1.5 × £33.33 = £50.00 (+ 20% VAT)\nValve: 2 × £45.00 = £90.00\nNet £140.00\nVAT 20% £10.00',
  )
})

describe('the amount', () => {
  const lines = [{ description: 'Valve', quantity: 1, unitPrice: 100, vatRate: 20 }]

  test('is the sum of the lines, left out or the same', () => {
    for (const quoteAmount of [undefined, '', '120', '£120.00', 120])
      expect(readAmounts({ quoteAmount, lines })).toMatchObject({ amounts: { amount: 12_000 }, errors: {} })
    expect(readAmounts({ quoteAmount: 100, lines }).errors).toEqual({ quoteAmount: 'The lines come to £120.00' })
    expect(readAmounts({ quoteAmount: 'x', lines }).errors).toEqual({ quoteAmount: 'Amount must be a positive number' })
  })

  test('without lines is what was typed', () => {
    expect(readAmounts({ quoteAmount: 12, lines: [] })).toMatchObject({ amounts: { amount: 1200, lines: null } })
    expect(readAmounts({ lines: [] }).errors).toEqual({ quoteAmount: 'Amount must be a positive number' })
  })

  test.each([
    [{ materialsCost: 60, laborCost: 60 }, {}],
    [{ materialsCost: 60, laborCost: '60.01' }, { materialsCost: expect.stringContaining('Materials and labour') }],
    [{ laborCost: '120.01' }, { laborCost: expect.stringContaining('Materials and labour') }],
  ])('is no less than materials and labour: %p', (costs, errors) => {
    expect(readAmounts({ ...costs, lines }).errors).toEqual(errors)
    expect(readAmounts({ ...costs, quoteAmount: 120 }).errors).toEqual(errors)
  })
})

describe('a form’s lines', () => {
  const typed = {
    ...EMPTY_QUOTE,
    quoteAmount: '9',
    [lineName(1, 'description')]: ' Valve ',
    [lineName(1, 'vatRate')]: '5',
    [lineName(3, 'unitPrice')]: '2',
    [lineName(4, 'vatRate')]: '20',
  }
  const rows = [
    { description: 'Valve', quantity: '', unitPrice: '', vatRate: '5' },
    { description: '', quantity: '', unitPrice: '2', vatRate: '0' },
  ]

  test('are those with anything but a rate, without gaps', () => {
    expect(typedLines(typed)).toEqual(rows)
    expect(typedLines({ ...EMPTY_QUOTE, ...draftLines(rows) })).toEqual(rows)
    expect(quoteTyped(typed).lines).toEqual(rows)
    expect(quoteTyped({ quoteAmount: '9' })).toEqual({ quoteAmount: '9' })
  })

  test('have the standard rate of who charges VAT until another is chosen, also none', () => {
    const draft = { ...typed, [lineName(7, 'description')]: 'Flue', [lineName(7, 'vatRate')]: '0' }
    const rates = (vat: boolean) => typedLines(withRates(draft, vat)).map(({ vatRate }) => vatRate)
    expect([rates(true), rates(false)]).toEqual([
      ['5', '20', '0'],
      ['5', '0', '0'],
    ])
    expect(withRates(EMPTY_QUOTE, true)).toEqual(EMPTY_QUOTE)
  })

  test('are sent without an amount', () => {
    expect(quoteBody(typed)).toEqual({ lines: rows })
    expect(quoteBody({ ...EMPTY_QUOTE, quoteAmount: '9' })).toEqual({ quoteAmount: '9' })
  })

  test('are at most one too many', () => {
    const many = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [lineName(index, 'description'), 'x']))
    expect(typedLines(many)).toHaveLength(51)
  })
})
