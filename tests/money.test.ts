import { describe, expect, test } from 'bun:test'
import {
  AMBIGUOUS_AMOUNT,
  decimal,
  MAX_PENCE,
  parsePounds,
  pounds,
  readAmount,
  wholePounds,
} from '#src/domain/money.ts'

describe('an amount in pounds is read into pence', () => {
  test.each([
    ['0', 0],
    ['60', 6000],
    ['60.5', 6050],
    ['60.05', 6005],
    ['.5', 50],
    ['007', 700],
    ['1,234.50', 123450],
    ['12,345,678.90', 1234567890],
    ['£60', 6000],
    ['£ 60', 6000],
    [' 60.00\n', 6000],
    [60, 6000],
    [0.1, 10],
    [19.99, 1999],
    [1.1, 110],
    ['99999999.99', MAX_PENCE],
  ])('%p → %p', (typed, pence) => {
    expect(parsePounds(typed)).toBe(pence)
  })

  test.each([
    '',
    ' ',
    '.',
    '£',
    '-1',
    '+1',
    '1.',
    '1.234',
    '1,23',
    '1,2345',
    '1,234,5',
    ',123',
    '1 000',
    '1e3',
    '0x10',
    '60p',
    '££1',
    '$1',
    '١',
    '100000000',
    'NaN',
    'Infinity',
    -1,
    0.001,
    0.1 + 0.2,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%p is none', (typed) => {
    expect(parsePounds(typed)).toBeNull()
  })
})

test.each([
  [0, '0.00', '£0.00', '£0'],
  [1, '0.01', '£0.01', '£0'],
  [10, '0.10', '£0.10', '£0'],
  [50, '0.50', '£0.50', '£1'],
  [99, '0.99', '£0.99', '£1'],
  [100, '1.00', '£1.00', '£1'],
  [123450, '1234.50', '£1,234.50', '£1,235'],
  [MAX_PENCE, '99999999.99', '£99,999,999.99', '£100,000,000'],
  [-1250, '-12.50', '-£12.50', '-£13'],
])('%p pence are %s in JSON, %s on screen, %s as an average', (pence, json, screen, average) => {
  expect(decimal(pence)).toBe(json)
  expect(pounds(pence)).toBe(screen)
  expect(wholePounds(pence)).toBe(average)
})

test('every amount to ten pounds survives the way into the database and back', () => {
  for (let pence = 0; pence <= 1000; pence++) expect(parsePounds(decimal(pence))).toBe(pence)
})

test.each([
  ['12.345', 'Amounts have at most two decimals'],
  [0.1 + 0.2, 'Amounts have at most two decimals'],
  [1e-7, 'Amounts have at most two decimals'],
  ['1,000,000,000', 'At most £99,999,999.99'],
  ['100000000.001', 'At most £99,999,999.99'],
  [1e21, 'At most £99,999,999.99'],
  ['9'.repeat(400), 'At most £99,999,999.99'],
  ['£1,234.50', 123450],
  ['0.01', 1],
  ...['', '0', '0.00', '-1', 'ten', '1e3', '.', '12.', ',5', '60p'].map((typed) => [typed, 'No amount'] as const),
  ...['45,50', '1,23', '1.250,00', '1,2345', '£ 12,5', '1,250,5'].map((typed) => [typed, AMBIGUOUS_AMOUNT] as const),
  ...[-1, -1e-7, -1e21, Number.NaN, Number.POSITIVE_INFINITY].map((given) => [given, 'No amount'] as const),
] as const)('an amount of at least a penny, %p: %p', (typed, read) => {
  expect(readAmount(typed, 'No amount', 1)).toBe(read)
})
