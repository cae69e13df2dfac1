import { expect, test } from 'bun:test'
import { asOfToday, isDayChosen, mergedDraft, valuesToKeep, withDoneOn } from '#islands/before.ts'
import { type CompletionDraft, completionBody, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'

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

const on = (day: string): CompletionDraft => ({ ...EMPTY_DRAFT, 'certificate.doneOn': day })

test('a day that is filled in goes while the job needs a quote, and one that was chosen stays', () => {
  const given = on('2026-11-21')
  const [asked, not] = [{ needsQuote: true }, { needsQuote: false }]
  expect(withDoneOn(asked, given, false)).toEqual({ ...asked, 'certificate.doneOn': '' })
  expect(withDoneOn(not, given, false)).toEqual({ ...not, 'certificate.doneOn': '2026-11-21' })
  for (const change of [asked, not]) expect(withDoneOn(change, given, true)).toEqual(change)
  expect(withDoneOn({ workDone: 'Bled' }, given, false)).toEqual({ workDone: 'Bled' })
})

test('a draft keeps a day that was chosen, or emptied, and not the one that is filled in', () => {
  const read = (kept: unknown) => JSON.parse(JSON.stringify(kept))
  const before = { ...on('2026-11-27'), workDone: 'Tested' }
  const [untouched, chosen] = [read(valuesToKeep(before, false)), read(valuesToKeep(before, true))]
  expect([isDayChosen(untouched, {}), isDayChosen(chosen, {}), isDayChosen(null, {})]).toEqual([false, true, false])
  expect(isDayChosen(null, { 'certificate.doneOn': '' })).toBe(true)
  const next = on('2026-11-28')
  expect(mergedDraft(next, untouched, {})).toEqual({ ...next, workDone: 'Tested' })
  expect(mergedDraft(next, chosen, {})).toEqual(before)
})

test('a form that needs a quote from the start fills in no day', () => {
  const given = on('2026-11-28')
  const asked = { needsQuote: true }
  expect(mergedDraft(given, null, asked)['certificate.doneOn']).toBe('')
  expect(mergedDraft(given, asked, {})['certificate.doneOn']).toBe('')
  const day = { 'certificate.doneOn': '2026-11-27' }
  expect(mergedDraft(given, null, { ...asked, ...day })).toMatchObject(day)
  expect(mergedDraft(given, { ...asked, ...day }, {})).toMatchObject(day)
})

test('a draft of before somebody else has certified says nothing of a certificate any more', () => {
  const kept = { workDone: 'Tested', 'certificate.doneOn': '2026-11-27', 'certificate.document': '/objects/1' }
  const values = mergedDraft(EMPTY_DRAFT, kept, {}, false)
  expect(values).toEqual({ ...EMPTY_DRAFT, workDone: 'Tested' })
  expect(completionBody(values, [], 'visit')).not.toHaveProperty('certificate')
})
