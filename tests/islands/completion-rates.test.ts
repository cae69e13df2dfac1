import { expect, test } from 'bun:test'
import { type CompletionEvent, type CompletionState, completionAfter } from '#islands/completion-state.ts'
import { completionBody, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'

const typed = (line: number, change: object): CompletionEvent => ({
  type: 'typed',
  change: Object.fromEntries(Object.entries(change).map(([field, text]) => [`lines.${line}.${field}`, text])),
})

test.each([
  ['charges VAT with 20 % where they chose no other rate', true, ['20', '20', '0']],
  ['charges none without', false, ['0', '0', '0']],
])('the form sends a line of who %s', (_, vat, rates) => {
  const values = { ...EMPTY_DRAFT, workDone: 'Bled the radiators.', needsQuote: true }
  const start: CompletionState = {
    ...{ values, vat, errors: {}, phase: 'editing', notice: null, online: true, photosFailed: false, kept: true },
  }
  const line = { description: 'Valve', quantity: '1', unitPrice: '50' }
  const after = [typed(0, line), typed(7, line), typed(8, { ...line, vatRate: '0' })].reduce(completionAfter, start)
  const { lines } = completionBody(after.values, [], 'visit') as { lines: { vatRate: string }[] }
  expect(lines.map(({ vatRate }) => vatRate)).toEqual(rates)
})
