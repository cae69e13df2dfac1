import { describe, expect, test } from 'bun:test'
import { type BilledLine, billed, netOf, type PricedLine, parted, totalsOf, VAT_RATES, vatOf } from '#src/domain/vat.ts'

const line = (quantity: number, unitPrice: number, vatRate: PricedLine['vatRate'] = 20): PricedLine => ({
  description: 'Valve',
  quantity,
  unitPrice,
  vatRate,
})
const lines = (count: number, unitPrice: number, vatRate: PricedLine['vatRate'] = 20) =>
  Array.from({ length: count }, () => line(1, unitPrice, vatRate))
const vatIn = (all: readonly PricedLine[]) => totalsOf(billed(all)).vatTotal

/** Repeats itself: a failure can be run again. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state
  }
}

describe('a line’s net is to the penny, half up', () => {
  test.each([
    [1, 1000, 1000],
    [0.5, 1, 1],
    [0.49, 1, 0],
    [1.5, 3333, 5000],
    [1.05, 10, 11],
    [0.29, 50, 15],
    [0.01, 49, 0],
    [0.01, 50, 1],
    [2.55, 1099, 2802],
    [99_999_999.99, 9_999_999_999, 999_999_999_800_000_000],
  ])('%d × %d p is %d p', (quantity, unitPrice, net) => {
    expect(netOf({ quantity, unitPrice })).toBe(net)
  })
})

describe('VAT is rounded half up for each line', () => {
  test('three lines of £10.02 at 20 % have £6.00, one of £30.06 has £6.01', () => {
    expect(vatIn(lines(3, 1002))).toBe(600)
    expect(vatIn([line(3, 1002)])).toBe(601)
  })

  test('fifty lines of £241.67 at 20 % have £2,416.50', () => {
    expect(vatIn(lines(50, 24_167))).toBe(241_650)
  })

  test.each([
    [10, 5, 1],
    [9, 5, 0],
    [2, 20, 0],
    [3, 20, 1],
    [30, 5, 2],
    [12_345, 0, 0],
    [9_999_999_999, 20, 2_000_000_000],
  ] as const)('%d p at %d %% is %d p', (net, rate, vat) => {
    expect(vatOf(net, rate)).toBe(vat)
  })
})

describe('the totals', () => {
  test('name each rate above 0 once, in order, with its net, and none that no line has', () => {
    const all = [line(1, 10_000, 20), line(2, 5000, 0), line(1, 10_000, 5), line(1, 50, 20)]
    expect(totalsOf(billed(all))).toEqual({
      net: 30_050,
      vat: [
        { rate: 5, net: 10_000, pence: 500 },
        { rate: 20, net: 10_050, pence: 2010 },
      ],
      vatTotal: 2510,
      amount: 32_560,
    })
    expect(totalsOf(billed([line(1, 100, 0)])).vat).toEqual([])
  })

  test('are the sums of the parts, whatever the lines', () => {
    const next = numbers(26)
    for (let round = 0; round < 500; round++) {
      const of = (most: number) => next.next().value % most
      const all = billed(
        Array.from({ length: 1 + of(50) }, () => line((1 + of(2000)) / 100, of(100_000), VAT_RATES[of(3)])),
      )
      const { net, vat, vatTotal, amount } = totalsOf(all)
      const sum = (part: (one: BilledLine) => number) => all.reduce((total, one) => total + part(one), 0)
      expect([net, vatTotal, amount]).toEqual([sum((one) => one.net), sum((one) => one.vat), net + vatTotal])
      expect(vat.reduce((total, one) => total + one.pence, 0)).toBe(vatTotal)
      for (const one of all) {
        const exact = (one.net * one.vatRate) / 100
        expect(one.vat - exact).toBeGreaterThan(-0.5)
        expect(one.vat - exact).toBeLessThanOrEqual(0.5)
      }
    }
  })
})

test('lines of a quote that an earlier version rounded otherwise come to what was approved', () => {
  // It took VAT of the sum of a rate: £30.06 at 20 % is £6.01.
  const all = [line(1, 1002), line(1, 1002), line(1, 1002), line(1, 500, 0)]
  const { net, vatTotal, amount } = totalsOf(billed(all, 4107))
  expect({ net, vatTotal, amount }).toEqual({ net: 3506, vatTotal: 601, amount: 4107 })
  expect(billed(all, 4106)).toEqual(billed(all))
})

test('an amount is parted into net and VAT that come to it again', () => {
  expect(parted(7200, 20)).toEqual({ net: 6000, vat: 1200 })
  expect(parted(105, 5)).toEqual({ net: 100, vat: 5 })
  expect(parted(100, 0)).toEqual({ net: 100, vat: 0 })
  for (const rate of VAT_RATES)
    for (let amount = 0; amount < 2000; amount++) {
      const { net, vat } = parted(amount, rate)
      expect(net + vat).toBe(amount)
      expect(Math.abs(vat - vatOf(net, rate))).toBeLessThanOrEqual(1)
    }
})
