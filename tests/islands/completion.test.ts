import { describe, expect, test } from 'bun:test'
import { type CompletionEvent, type CompletionState, completionAfter, LOST } from '#islands/completion-state.ts'
import { mergedDraft } from '#islands/kept-text.ts'
import { sendCompletion } from '#islands/send-completion.ts'
import { type CompletionDraft, completionBody, EMPTY_DRAFT, maySubmit } from '#src/visits/visit.ts'

const draft = { ...EMPTY_DRAFT, workDone: 'Bled the radiators.' }
const start: CompletionState = { values: draft, errors: {}, phase: 'editing', notice: null }
const after = (...events: CompletionEvent[]) => events.reduce(completionAfter, start)
const sending: CompletionEvent[] = [{ type: 'submitted' }, { type: 'photosSent' }]

describe('the form', () => {
  test('waits for the photos, then sends', () => {
    expect(after({ type: 'submitted' }).phase).toBe('waiting')
    expect(after(...sending).phase).toBe('sending')
  })

  test('is not sent twice', () => {
    expect(after(...sending, { type: 'submitted' }).phase).toBe('sending')
    expect(after(...sending, { type: 'photosSent' }).phase).toBe('sending')
  })

  test('comes back with what was typed, whatever went wrong', () => {
    const typed: CompletionEvent = { type: 'typed', change: { workDone: 'All of it.' } }
    const outcomes = [
      { type: 'refused', errors: { quoteAmount: 'Amount must be a positive number' } },
      { type: 'told', message: 'This is no longer possible: the job is now Completed.' },
      { type: 'lost' },
      { type: 'signedOut' },
    ] as const
    for (const outcome of outcomes) {
      const state = after(typed, ...sending, { type: 'answered', outcome })
      expect(state).toMatchObject({ phase: 'editing', values: { workDone: 'All of it.' } })
      expect(Boolean(state.notice) || Object.keys(state.errors).length > 0).toBe(true)
    }
  })

  test('offers to send again after a lost connection, and drops the old errors', () => {
    const refused = after(...sending, { type: 'answered', outcome: { type: 'refused', errors: { workDone: 'No' } } })
    const lost = [...sending, { type: 'answered', outcome: { type: 'lost' } } as const].reduce(completionAfter, refused)
    expect(lost).toMatchObject({ errors: {}, notice: { message: LOST, again: true } })
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

test('a form starts with what was typed, else kept, else given', () => {
  const given: CompletionDraft = { ...EMPTY_DRAFT, notes: 'given', workDone: 'given' }
  const merged = mergedDraft(given, { workDone: 'kept', quoteAmount: '5', needsQuote: true }, { quoteAmount: '6' })
  expect(merged).toEqual({ ...EMPTY_DRAFT, notes: 'given', workDone: 'kept', quoteAmount: '6', needsQuote: true })
})

describe('sendCompletion', () => {
  const completion = { jobId: '1', jobType: 'visit' as const, values: draft, images: ['/objects/1'] }
  const answering = (...answers: (Response | Error)[]) => {
    const paths: string[] = []
    const fetch = (async (path: string) => {
      paths.push(path)
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    }) as unknown as typeof globalThis.fetch
    return { fetch, paths }
  }
  const json = (body: unknown, status = 200) => Response.json(body, { status })

  test('what the server answers', async () => {
    const errors = { quoteAmount: 'Amount must be a positive number' }
    const outcome = (answer: Response | Error) => sendCompletion(completion, answering(answer).fetch)
    expect(await outcome(json({}))).toEqual({ type: 'taken' })
    expect(await outcome(json({ message: 'x', errors }, 422))).toEqual({ type: 'refused', errors })
    expect(await outcome(json({ message: 'Unauthorized' }, 401))).toEqual({ type: 'signedOut' })
    expect(await outcome(new Error('offline'))).toEqual({ type: 'lost' })
    expect(await outcome(json({ message: 'Not available' }, 503))).toEqual({ type: 'told', message: 'Not available' })
    expect(await outcome(new Response('<html>', { status: 502 }))).toMatchObject({ type: 'told' })
    expect(await outcome(json({ message: 'Not found' }, 404))).toEqual({
      type: 'told',
      message: 'This job is no longer assigned to you.',
    })
  })

  test('a 409 about this very completion is a success whose answer got lost', async () => {
    const conflict = () => json({ message: 'This is no longer possible: the job is now Completed.' }, 409)
    const visit = { workDescription: 'Bled the radiators.', images: ['/objects/1'] }
    const ours = answering(conflict(), json({ visits: [visit] }))
    expect(await sendCompletion(completion, ours.fetch)).toEqual({ type: 'taken' })
    expect(ours.paths).toEqual(['/api/jobs/1/complete', '/api/jobs/1'])
    const other = answering(conflict(), json({ visits: [{ ...visit, images: [] }] }))
    expect(await sendCompletion(completion, other.fetch)).toMatchObject({ type: 'told' })
  })
})
