import { afterEach, expect, test } from 'bun:test'
import { keepCompletion } from '#islands/keep-completion.ts'
import { type CompletionDraft, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'

const before = globalThis.outbox
afterEach(() => {
  globalThis.outbox = before
})

async function wordsOf(typed: Partial<CompletionDraft>): Promise<string | undefined> {
  let words: string | undefined
  const put = async ({ text }: { text: string }) => {
    words = text
  }
  globalThis.outbox = { put, sendAll: async () => {} } as unknown as typeof before
  const values = { ...EMPTY_DRAFT, workDone: 'Tested all.', ...typed }
  const visit = { jobId: 'job', jobType: 'visit' as const, values, images: [], key: '1', userId: 'me', draft: 'me:job' }
  expect(await keepCompletion({ ...visit, wholePhotos: async () => [] })).toBe(true)
  return words
}

// They are all that administrators get of a visit that its job no longer allows.
test('the words of a kept visit tell what it certified', async () => {
  const certificate = {
    'certificate.doneOn': '2026-11-25',
    'certificate.endsOn': '2031-11-25',
    'certificate.reference': 'EICR-7',
    'certificate.unsatisfactory': true,
  }
  const told = ['Certificate: done on 25/11/2026', 'Ends on: 25/11/2031', 'Reference: EICR-7', 'Unsatisfactory']
  expect(await wordsOf(certificate)).toBe(['Tested all.', ...told].join('\n'))
  const quote = { needsQuote: true, quoteAmount: '480', quoteDescription: 'New board.' }
  expect(await wordsOf({ ...certificate, ...quote })).toBe(
    ['Tested all.', ...told, 'Quote: 480', 'New board.'].join('\n'),
  )
  expect(await wordsOf({ 'certificate.reference': 'EICR-7' })).toBe('Tested all.')
  expect(await wordsOf({ ...certificate, happened: 'no_access' })).toBe('Tested all.')
})
