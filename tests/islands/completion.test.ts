import { describe, expect, test } from 'bun:test'
import {
  type CompletionEvent,
  type CompletionState,
  completionAfter,
  NO_CONNECTION,
  OFFLINE,
  PHOTOS_FAILED,
} from '#islands/completion-state.ts'
import { bodyToSend, sendCompletion } from '#islands/send-completion.ts'
import {
  type CompletionDraft,
  completedMessage,
  completionBody,
  EMPTY_DRAFT,
  HAPPENINGS,
  type Happened,
  maySubmit,
} from '#src/domain/visit/visit.ts'

const draft = { ...EMPTY_DRAFT, workDone: 'Bled the radiators.' }
const start: CompletionState = {
  values: draft,
  vat: false,
  errors: {},
  phase: 'editing',
  notice: null,
  online: true,
  photosFailed: false,
  kept: true,
}
const after = (...events: CompletionEvent[]) => events.reduce(completionAfter, start)
const sending: CompletionEvent[] = [{ type: 'submitted' }, { type: 'photosSent' }]

describe('the form', () => {
  test('waits for the photos, then sends', () => {
    expect(after({ type: 'submitted' }).phase).toBe('waiting')
    expect(after(...sending).phase).toBe('sending')
  })

  test('asks for the time of a next visit whose day is chosen, and sends both as moments', () => {
    const day = '2099-07-01'
    const typed = (change: Partial<CompletionDraft>): CompletionEvent => ({ type: 'typed', change })
    const half = after(typed({ happened: 'return', day }), { type: 'submitted' })
    expect(half).toMatchObject({ phase: 'editing', errors: { slot: 'Please choose a time' } })
    expect(after(typed({ happened: 'done', day }), { type: 'submitted' }).phase).toBe('waiting')
    const body = completionBody({ ...draft, happened: 'return', day, slot: 'morning' }, [], 'visit')
    const { startsAt, endsAt } = JSON.parse(JSON.stringify(body))
    expect([startsAt, endsAt]).toEqual(['2099-07-01T07:00:00.000Z', '2099-07-01T11:00:00.000Z'])
    const past = after(typed({ happened: 'return', day: '2020-01-01', slot: 'morning' }), { type: 'submitted' })
    expect(past.errors.slot).toContain('past')
  })

  test('is not sent twice', () => {
    expect(after(...sending, { type: 'submitted' }).phase).toBe('sending')
    expect(after(...sending, { type: 'photosSent' }).phase).toBe('sending')
  })

  test('comes back with what was typed, whatever went wrong', () => {
    const typed: CompletionEvent = { type: 'typed', change: { workDone: 'All of it.' } }
    const outcomes = [
      { type: 'refused', errors: { quoteAmount: 'Amount must be a positive number' } },
      { type: 'failed', message: 'This is no longer possible: the job is now Completed.' },
      { type: 'lost', offline: false },
      { type: 'signedOut' },
    ] as const
    for (const outcome of outcomes) {
      const state = after(typed, ...sending, { type: 'answered', outcome })
      expect(state).toMatchObject({ phase: 'editing', values: { workDone: 'All of it.' } })
      expect(Boolean(state.notice) || Object.keys(state.errors).length > 0).toBe(true)
    }
  })

  test('promises nothing where the device keeps nothing', () => {
    const unkept: CompletionEvent = { type: 'kept', kept: false }
    const told = [
      after(unkept, ...sending, { type: 'answered', outcome: { type: 'lost', offline: false } }),
      after(unkept, ...sending, { type: 'answered', outcome: { type: 'lost', offline: true } }),
      after(unkept, ...sending, { type: 'answered', outcome: { type: 'signedOut' } }),
    ].map(({ notice }) => notice?.message)
    for (const message of told) {
      expect(message).toContain('Please leave this page open: this device does not keep your text and photos.')
      expect(message).not.toMatch(/are kept|Nothing is lost/)
    }
    expect(after(unkept, { type: 'kept', kept: true }).kept).toBe(true)
  })

  test('offers to send again after a lost connection, and drops the old errors', () => {
    const refused = after(...sending, { type: 'answered', outcome: { type: 'refused', errors: { workDone: 'No' } } })
    const lost = [...sending, { type: 'answered', outcome: { type: 'lost', offline: false } } as const].reduce(
      completionAfter,
      refused,
    )
    expect(lost).toMatchObject({ errors: {}, notice: { message: NO_CONNECTION, again: true } })
  })

  test('is told of an amount that is none before photos are waited for, in the server’s words', () => {
    const typed = (change: Partial<CompletionDraft>): CompletionEvent => ({ type: 'typed', change })
    const quote = { needsQuote: true, quoteAmount: '12.345', materialsCost: '1000000000', laborCost: '-1' }
    expect(after(typed(quote), { type: 'submitted' })).toMatchObject({
      phase: 'editing',
      errors: {
        quoteAmount: 'Amounts have at most two decimals',
        materialsCost: 'At most £99,999,999.99',
        laborCost: 'Labour cost must be an amount in pounds',
      },
    })
    const right = typed({ ...quote, quoteAmount: '£1,234.50', materialsCost: '', laborCost: '0' })
    expect(after(right, { type: 'submitted' })).toMatchObject({ phase: 'waiting', errors: {} })
    expect(after(typed({ ...quote, needsQuote: false }), { type: 'submitted' }).phase).toBe('waiting')
  })

  test('does not look at the amounts of a quote where the work is not done', () => {
    const quote = { needsQuote: true, quoteAmount: 'lots' }
    const chosen = (happened: Happened): CompletionEvent => ({ type: 'typed', change: { ...quote, happened } })
    expect(after(chosen('done'), { type: 'submitted' })).toMatchObject({ phase: 'editing' })
    for (const happened of ['no_access', 'return', 'hand_back'] as const)
      expect(after(chosen(happened), { type: 'submitted' })).toMatchObject({ phase: 'waiting', errors: {} })
  })

  test('without a line waits for one, and then sends by itself', () => {
    const offline = after({ type: 'line', online: false }, { type: 'submitted' }, { type: 'photosSent' })
    expect(offline).toMatchObject({ phase: 'waiting', notice: { message: OFFLINE, again: false } })
    const back = completionAfter(offline, { type: 'line', online: true })
    expect(back).toMatchObject({ phase: 'waiting', notice: null })
    expect(completionAfter(back, { type: 'photosSent' }).phase).toBe('sending')
  })

  test('that loses its line while it sends waits for the next, and sends once', () => {
    const lost = after(...sending, { type: 'answered', outcome: { type: 'lost', offline: true } })
    expect(lost).toMatchObject({ phase: 'waiting', notice: { message: OFFLINE } })
    expect(completionAfter(lost, { type: 'photosSent' }).phase).toBe('waiting')
    const again = completionAfter(completionAfter(lost, { type: 'line', online: true }), { type: 'photosSent' })
    expect(again).toMatchObject({ phase: 'sending', notice: null })
  })

  test('says that photos were not sent only as long as they are not', () => {
    const failed = after({ type: 'submitted' }, { type: 'photosFailed' })
    expect(failed).toMatchObject({ phase: 'editing', notice: { message: PHOTOS_FAILED } })
    const sent = completionAfter(failed, { type: 'photosSent' })
    expect(sent).toMatchObject({ phase: 'editing', notice: null })
    expect([{ type: 'submitted' } as const, { type: 'photosSent' } as const].reduce(completionAfter, sent).phase).toBe(
      'sending',
    )
  })

  test('says what the server said of the photos until those it has lost are sent again', () => {
    const errors = { images: 'photo-1.jpg is not there', workDone: 'No' }
    const refused = after(...sending, { type: 'answered', outcome: { type: 'refused', errors } })
    // All are with the server: it has said something else of them.
    expect(completionAfter(refused, { type: 'photosSent' })).toBe(refused)
    const lost = completionAfter(refused, { type: 'photosFailed' })
    expect(lost).toMatchObject({ phase: 'editing', errors, notice: null })
    expect(completionAfter(lost, { type: 'photosSent' }).errors).toEqual({ workDone: 'No' })
  })

  test('stays done', () => {
    const done = after(...sending, { type: 'answered', outcome: { type: 'taken' } })
    expect(completionAfter(done, { type: 'submitted' }).phase).toBe('done')
  })
})

test('what may be submitted', () => {
  const quote = { ...draft, needsQuote: true, quoteAmount: '480', quoteDescription: 'Vessel' }
  expect(maySubmit(draft, 'visit')).toBe(true)
  expect(maySubmit({ ...draft, workDone: ' \n ' }, 'visit')).toBe(false)
  expect(maySubmit(quote, 'visit')).toBe(true)
  expect(maySubmit({ ...quote, quoteAmount: '' }, 'visit')).toBe(false)
  expect(maySubmit({ ...quote, quoteDescription: '  ' }, 'visit')).toBe(false)
  expect(maySubmit({ ...quote, needsQuote: false, quoteAmount: '' }, 'visit')).toBe(true)
  expect(maySubmit(EMPTY_DRAFT, 'quote_work')).toBe(true)
  expect(maySubmit(EMPTY_DRAFT, 'quote_work', 1)).toBe(false)
  expect(maySubmit({ ...EMPTY_DRAFT, visitDate: '2026-11-20' }, 'quote_work')).toBe(false)
  for (const happened of ['no_access', 'return', 'hand_back'] as const)
    for (const jobType of ['visit', 'quote_work'] as const) {
      expect(maySubmit({ ...EMPTY_DRAFT, happened, workDone: ' ' }, jobType)).toBe(false)
      expect(maySubmit({ ...quote, happened, quoteAmount: '' }, jobType)).toBe(true)
    }
})

test('the quote goes with the form only when it is needed', () => {
  const typed = { ...draft, quoteAmount: '480', quoteDescription: 'Vessel', notes: ' ' }
  expect(completionBody(typed, ['/objects/1'], 'visit')).toEqual({
    workDone: draft.workDone,
    images: ['/objects/1'],
    needsQuote: false,
  })
  expect(completionBody({ ...typed, needsQuote: true }, [], 'visit')).toEqual({
    workDone: draft.workDone,
    images: [],
    needsQuote: true,
    quoteAmount: '480',
    quoteDescription: 'Vessel',
  })
})

test('each choice goes with what belongs to it', () => {
  const typed = { ...draft, needsQuote: true, quoteAmount: '480', visitDate: '2026-11-20' }
  const bodies = (jobType: 'visit' | 'quote_work') =>
    HAPPENINGS.map((happened) => completionBody({ ...typed, happened }, ['/objects/1'], jobType))
  const visit = { workDone: draft.workDone, images: ['/objects/1'], visitDate: '2026-11-20' }
  const unfinished = [{ outcome: 'no_access', ...visit }, { outcome: 'return', ...visit }, { reason: draft.workDone }]
  expect(bodies('visit')).toEqual([{ ...visit, needsQuote: true, quoteAmount: '480' }, ...unfinished])
  expect(bodies('quote_work')).toEqual([visit, ...unfinished])
})

test('the list says what became of the job', () => {
  const said = HAPPENINGS.map((happened) => completedMessage('visit', { happened, needsQuote: true }).title)
  expect(said).toEqual(['Quote Submitted', 'Visit Saved', 'Visit Saved', 'Job Handed Back'])
  expect(completedMessage('quote_work', { happened: 'done', needsQuote: true }).title).toBe('Job Completed')
})

describe('sendCompletion', () => {
  const completion = { jobId: '1', jobType: 'visit' as const, values: draft, images: ['/objects/1'], key: 'k1' }
  const answering = (...answers: (Response | Error)[]) => {
    const sent: unknown[] = []
    const fetch = (async (path: string, { headers }: RequestInit) => {
      sent.push([path, new Headers(headers).get('idempotency-key')])
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    }) as unknown as typeof globalThis.fetch
    return { fetch, sent }
  }
  const json = (body: unknown, status = 200) => Response.json(body, { status })

  test('what the server answers', async () => {
    const errors = { quoteAmount: 'Amount must be a positive number' }
    const outcome = (answer: Response | Error) => sendCompletion(completion, '{}', answering(answer).fetch)
    expect(await outcome(json({}))).toEqual({ type: 'taken' })
    expect(await outcome(json({ message: 'x', errors }, 422))).toEqual({ type: 'refused', errors })
    expect(await outcome(json({ message: 'Unauthorized' }, 401))).toEqual({ type: 'signedOut' })
    expect(await outcome(new Error('offline'))).toEqual({ type: 'lost', offline: false })
    expect(await outcome(json({ message: 'Not available' }, 503))).toEqual({ type: 'failed', message: 'Not available' })
    expect(await outcome(new Response('<html>', { status: 502 }))).toMatchObject({ type: 'failed' })
    expect(await outcome(json({ message: 'Not found' }, 404))).toEqual({
      type: 'failed',
      message: 'This job is no longer assigned to you.',
    })
  })

  test('goes under the form’s own key, so that a repeat is the same', async () => {
    const { fetch, sent } = answering(new Error('cut off'), json({}))
    expect(await sendCompletion(completion, '{}', fetch)).toMatchObject({ type: 'lost' })
    expect(await sendCompletion(completion, '{}', fetch)).toEqual({ type: 'taken' })
    expect(sent).toEqual([
      ['/api/jobs/1/complete', 'k1'],
      ['/api/jobs/1/complete', 'k1'],
    ])
  })

  test('has the moment and the clock of its first sending, until something else is sent', async () => {
    const pings = [3, null]
    const ask = async () => pings.shift()!
    const first = await bodyToSend(completion, ask)
    expect(JSON.parse(first)).toMatchObject({ workDone: draft.workDone, recordedAt: expect.any(String), clockAhead: 3 })
    await Bun.sleep(2)
    expect(await bodyToSend(completion, ask, first)).toBe(first)
    const values = { ...draft, workDone: 'Bled all radiators.' }
    const { recordedAt, clockAhead } = JSON.parse(await bodyToSend({ ...completion, values }, ask, first))
    expect(recordedAt > JSON.parse(first).recordedAt).toBe(true)
    expect(clockAhead).toBeUndefined()
  })

  test('goes where its choice belongs, and says at the words what is wrong with a reason', async () => {
    const goesTo = async (happened: Happened, jobType: 'visit' | 'quote_work') => {
      const { fetch, sent } = answering(json({}))
      await sendCompletion({ ...completion, jobType, values: { ...draft, happened } }, '{}', fetch)
      return sent
    }
    const verbs = { done: 'complete', no_access: 'visits', return: 'visits', hand_back: 'hand-back' }
    for (const happened of HAPPENINGS) {
      expect(await goesTo(happened, 'visit')).toEqual([[`/api/jobs/1/${verbs[happened]}`, 'k1']])
      const verb = happened === 'done' ? 'mark-complete' : verbs[happened]
      expect(await goesTo(happened, 'quote_work')).toEqual([[`/api/jobs/1/${verb}`, 'k1']])
    }
    const errors = { reason: 'Please use at most 1000 characters' }
    expect(await sendCompletion(completion, '{}', answering(json({ message: 'x', errors }, 422)).fetch)).toEqual({
      type: 'refused',
      errors: { workDone: errors.reason },
    })
  })

  test('says so when the key stands for other words, or for a request that is still at work', async () => {
    const told = (answer: Response) => sendCompletion(completion, '{}', answering(answer).fetch)
    expect(await told(json({ message: 'This Idempotency-Key was used for another request.' }, 422))).toEqual({
      type: 'failed',
      message: 'This had been sent already, before your last changes, which are not in it.',
    })
    const busy = Response.json({ message: 'still at work' }, { status: 409, headers: { 'retry-after': '5' } })
    expect(await told(busy)).toEqual({ type: 'failed', message: expect.stringContaining('still being sent') })
    expect(await told(json({ message: 'The job is now Completed.' }, 409))).toEqual({
      type: 'failed',
      message: 'The job is now Completed.',
    })
  })
})
