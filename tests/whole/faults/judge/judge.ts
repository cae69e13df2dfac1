import {
  type Ledger,
  mayHaveHappened,
  outcomeOf,
  STEPS,
  type Step,
  type Write,
} from '#tests/whole/faults/load/ledger.ts'
import { EVIDENCE, type LifeRows, rowsByLife } from './life-rows.ts'
import type { Snapshot } from './snapshot.ts'
import { partsOf } from './whole.ts'

export type Judgement = {
  /** How many of the acknowledged steps are there. */
  found: number
  /** Acknowledged, and not there. */
  missing: string[]
  /** There more often than it may be. */
  doubled: string[]
  /** There in part, or what should not be at all. */
  wrong: string[]
}

/** Steps that take the job away, after which only e-mails and invoices tell of the others. */
const GONE: readonly Step[] = ['withdraw', 'erase']

const UPLOADS: readonly Step[] = ['promise', 'upload', 'promiseReport', 'uploadReport']

/** Which e-mails a step writes; erasing a job writes one when a contractor has it in hand. */
const TELLS: Partial<Record<Step, string>> = {
  ...{ assign: 'job_assigned', complete: 'job_completed', quote: 'quote_submitted', approve: 'quote_approved' },
  ...{ decline: 'quote_declined', hide: 'job_cancelled', finishWork: 'job_completed', cancel: 'job_cancelled' },
}

/**
 * Holds what people were told against what the database says: what was acknowledged is there, whole and once; what was
 * refused is not; what nobody was told of is there whole or not at all. Also the invoice numbers, and the counts.
 */
export function judgeWrites({ writes }: Ledger, snapshot: Snapshot): Judgement {
  const judgement: Judgement = { found: 0, missing: [], doubled: [], wrong: [] }
  const rowsOf = rowsByLife(snapshot)
  for (const [name, all] of Map.groupBy(writes, ({ life }) => life)) {
    judgeLife(judgement, name, all, rowsOf(name))
    judgeUploads(judgement, name, all, snapshot)
  }
  judgeNumbers(judgement, writes, snapshot)
  judgeQueue(judgement, snapshot)
  const show = ({ tallied, counted }: Snapshot) => [JSON.stringify(tallied), JSON.stringify(counted)] as const
  const [tallied, counted] = show(snapshot)
  if (tallied !== counted) judgement.wrong.push(`the tallies say ${tallied}, and there are ${counted}`)
  return judgement
}

function judgeLife(into: Judgement, name: string, writes: Write[], rows: LifeRows): void {
  const told = (step: Step) => writes.filter((write) => write.step === step)
  const yes = (step: Step) => told(step).filter((write) => outcomeOf(write) === 'acknowledged').length
  // A 503 promises nothing: the database may have gone away after it had committed, before it said so.
  const perhaps = (step: Step) => told(step).filter((write) => mayHaveHappened(write)).length
  const gone = GONE.filter((step) => yes(step) + perhaps(step) > 0)

  if (rows.jobs.length === 0 && gone.length > 0) {
    into.found += STEPS.filter((step) => yes(step) && (EVIDENCE[step] || GONE.includes(step))).length
    judgeEmailsOfGone(into, name, rows, yes, perhaps)
    return
  }
  for (const step of gone) if (yes(step)) into.wrong.push(`${name}: ${step} was acknowledged, and the job is there`)
  for (const step of STEPS) {
    const found = EVIDENCE[step]?.(rows)
    if (found === undefined) continue
    // An edit may be made again; all else happens once.
    const most = step === 'edit' ? yes(step) + perhaps(step) : Math.min(1, yes(step) + perhaps(step))
    const least = step === 'edit' ? yes(step) : Math.min(1, yes(step))
    if (found < least) into.missing.push(`${name}: ${step}`)
    else if (found > most && most > 0) into.doubled.push(`${name}: ${step} ${found} times`)
    else if (found > most) into.wrong.push(`${name}: ${step} was never asked for, or refused for good`)
    into.found += Math.min(found, least)
  }
  into.wrong.push(...partsOf(rows).map((part) => `${name}: ${part}`))
}

function judgeEmailsOfGone(
  into: Judgement,
  name: string,
  { emails, invoices }: LifeRows,
  yes: (step: Step) => number,
  perhaps: (step: Step) => number,
): void {
  const steps = Object.entries(TELLS) as [Step, string][]
  for (const type of new Set([...Object.values(TELLS)])) {
    const telling = steps.filter(([, told]) => told === type).map(([step]) => step)
    const least = telling.filter((step) => yes(step)).length
    const most = telling.filter((step) => yes(step) + perhaps(step)).length
    const found = emails.filter((email) => email.type === type).length
    if (found < least) into.missing.push(`${name}: e-mail ${type}`)
    if (found > most) into.doubled.push(`${name}: e-mail ${type} ${found} times`)
  }
  const inHand = yes('assign') > 0 && yes('complete') + perhaps('complete') === 0
  // Of an administrator's deletion its agent hears, and the contractor who still had it; of the agent's own nobody.
  const hearers = yes('erase') > 0 ? (inHand ? 2 : 1) : 0
  const deleted = emails.filter(({ type }) => type === 'job_deleted').length
  if (deleted !== hearers && perhaps('assign') === 0 && perhaps('erase') === 0)
    into.wrong.push(`${name}: ${deleted} e-mails of the deletion of a job that was erased`)
  if (invoices.length < Math.min(1, yes('invoiceVisit'))) into.missing.push(`${name}: the invoice of an erased job`)
}

/** Photos that were promised and taken, unless the life had them removed. */
function judgeUploads(into: Judgement, name: string, writes: Write[], { objects }: Snapshot): void {
  const perhaps = (write: Write) => outcomeOf(write) === 'acknowledged' || mayHaveHappened(write)
  const removed = writes.some((write) => (write.step === 'approve' || write.step === 'erase') && perhaps(write))
  const uploads = writes.filter(({ step }) => UPLOADS.includes(step))
  const yes = uploads.filter((write) => outcomeOf(write) === 'acknowledged')
  for (const [step, [first]] of Map.groupBy(yes, (write) => write.step)) {
    const state = objects.find(({ id }) => id === first!.id)?.state
    if (removed || (step.startsWith('upload') ? state === 'stored' : state)) into.found++
    else into.missing.push(`${name}: ${step}`)
  }
}

/** Numbers without a gap from 1, each given out once. A deleted invoice's number stands in the timeline. */
function judgeNumbers(into: Judgement, writes: Write[], { invoices, events, invoiceCounter }: Snapshot): void {
  const told = new Map<string, string>()
  for (const { invoiceNumber, life, step } of writes) {
    if (!invoiceNumber) continue
    const before = told.get(invoiceNumber)
    if (before && before !== `${life} ${step}`)
      into.doubled.push(`${invoiceNumber} was given to ${before} and to ${life} ${step}`)
    told.set(invoiceNumber, `${life} ${step}`)
  }
  const known = new Set([...invoices.map(({ number }) => number), ...events.flatMap(({ invoice }) => invoice ?? [])])
  for (const number of told.keys())
    if (!known.has(number)) into.missing.push(`invoice ${number} of ${told.get(number)}`)
  const numbers = [...known].map((number) => Number(number.replace('INV-', ''))).sort((a, b) => a - b)
  const gap = numbers.findIndex((number, index) => number !== index + 1)
  if (gap >= 0) into.wrong.push(`invoice numbers have a gap before ${numbers[gap]}`)
  if (numbers.length !== invoiceCounter)
    into.wrong.push(`${invoiceCounter} invoice numbers were given out, ${numbers.length} are known`)
}

/** A queued e-mail has its row in the queue and nobody else has; so has a photo that is to go. */
function judgeQueue(into: Judgement, { emails, objects, outbox }: Snapshot): void {
  const waiting = new Set(outbox.map(({ kind, subject }) => `${kind} ${subject}`))
  const wanted = [
    ...emails.filter(({ status }) => status === 'queued').map(({ id }) => `email ${id}`),
    ...objects.filter(({ state }) => state === 'removing').map(({ id }) => `remove_object ${id}`),
  ]
  for (const one of wanted) if (!waiting.delete(one)) into.missing.push(`the queue's row of ${one}`)
  // A photo's row goes in a moment of its own, before the queue's.
  for (const one of waiting)
    if (one.startsWith('email ')) into.wrong.push(`the queue has ${one}, which nobody waits for`)
}
