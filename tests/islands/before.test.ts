import { expect, test } from 'bun:test'
import { asOfToday, mergedDraft, withDoneOn } from '#islands/before.ts'
import { type CompletionDraft, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'

const draft = { ...EMPTY_DRAFT, workDone: 'Bled the radiators.' }

test('a draft of before there was a choice is of work done, and a kept choice is there again', () => {
  const { happened: _, visitDate: __, ...before } = { ...draft, workDone: 'kept' }
  expect(mergedDraft(EMPTY_DRAFT, before, {})).toEqual({ ...EMPTY_DRAFT, workDone: 'kept' })
  const kept = { ...draft, happened: 'return', visitDate: '2026-11-20' } as const
  expect(mergedDraft(EMPTY_DRAFT, kept, {})).toEqual(kept)
  expect(mergedDraft(EMPTY_DRAFT, kept, { happened: 'hand_back' }).happened).toBe('hand_back')
})

test('a form starts with what was typed, else kept, else given', () => {
  const given: CompletionDraft = { ...EMPTY_DRAFT, notes: 'given', workDone: 'given' }
  const merged = mergedDraft(given, { workDone: 'kept', quoteAmount: '5', needsQuote: true }, { quoteAmount: '6' })
  expect(merged).toEqual({ ...EMPTY_DRAFT, notes: 'given', workDone: 'kept', quoteAmount: '6', needsQuote: true })
})

test('a field that was emptied before stays empty, over the day that the server fills in', () => {
  const given: CompletionDraft = { ...EMPTY_DRAFT, 'certificate.doneOn': '2026-11-20' }
  const kept = { workDone: 'kept', 'certificate.doneOn': '' }
  expect(mergedDraft(given, kept, {})).toEqual({ ...EMPTY_DRAFT, workDone: 'kept' })
  expect(mergedDraft(given, kept, { 'certificate.doneOn': '2026-11-18' })).toMatchObject({
    'certificate.doneOn': '2026-11-18',
  })
  expect(mergedDraft(given, null, { 'certificate.doneOn': '' })['certificate.doneOn']).toBe('')
})

test('a page that was kept since another day fills in today, and nothing where the server fills in nothing', () => {
  const given = (day: string): CompletionDraft => ({ ...EMPTY_DRAFT, 'certificate.doneOn': day })
  expect(asOfToday(given('2026-11-20'), '2026-11-21')).toEqual(given('2026-11-21'))
  expect(asOfToday(given(''), '2026-11-21')).toEqual(given(''))
})

test('a day that is filled in goes while the job needs a quote, and one that was chosen stays', () => {
  const on = (day: string): CompletionDraft => ({ ...EMPTY_DRAFT, 'certificate.doneOn': day })
  const given = on('2026-11-21')
  const [asked, not] = [{ needsQuote: true }, { needsQuote: false }]
  expect(withDoneOn(asked, given, given)).toEqual({ ...asked, 'certificate.doneOn': '' })
  expect(withDoneOn(not, on(''), given)).toEqual({ ...not, 'certificate.doneOn': '2026-11-21' })
  for (const change of [asked, not]) expect(withDoneOn(change, on('2026-11-18'), given)).toEqual(change)
  expect(withDoneOn({ workDone: 'Bled' }, given, given)).toEqual({ workDone: 'Bled' })
})
