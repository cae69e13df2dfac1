import { afterEach, expect, test } from 'bun:test'
import { keepCompletion } from '#islands/keep-completion.ts'
import type { OutboxItem } from '#islands/outbox/item.ts'
import { bodyToSend } from '#islands/send-completion.ts'
import { type CompletionDraft, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'

const before = globalThis.outbox
afterEach(() => {
  globalThis.outbox = before
})

async function keptOf(typed: Partial<CompletionDraft>, sent?: string): Promise<Partial<OutboxItem>> {
  let kept: Partial<OutboxItem> = {}
  const put = async (item: Partial<OutboxItem>) => {
    kept = item
  }
  globalThis.outbox = { put, sendAll: async () => {} } as unknown as typeof before
  expect(
    await keepCompletion({ ...visitOf(typed), userId: 'me', draft: 'me:job', wholePhotos: async () => [] }, sent),
  ).toBe(true)
  return kept
}

function visitOf(typed: Partial<CompletionDraft>) {
  const values = { ...EMPTY_DRAFT, workDone: 'Tested all.', ...typed }
  return { jobId: 'job', jobType: 'visit' as const, values, images: ['/objects/1'], key: '1' }
}

const wordsOf = async (typed: Partial<CompletionDraft>) => (await keptOf(typed)).text

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

test('what may have arrived is kept as it was sent, unless it says something else by now', async () => {
  const sent = await bodyToSend(visitOf({}), async () => 0)
  const again = await keptOf({}, sent)
  expect(again).toMatchObject({ sent, body: { images: ['/objects/1'] } })
  expect(again.triedAt).toBeNumber()
  const changed = await keptOf({ workDone: 'Tested most.' }, sent)
  expect(changed).toMatchObject({ body: { workDone: 'Tested most.', images: [] } })
  expect([changed.sent, changed.triedAt]).toEqual([undefined, undefined])
})
