import type { DbOrTx } from '#db/connect/client.ts'
import { fullName, isReachable, type Person, type Role, unreachedSentence } from '#src/domain/account/account.ts'
import { appointmentWords } from '#src/domain/appointment/appointment.ts'
import { today } from '#src/domain/dates.ts'
import { bookedAhead, chasedText } from '#src/domain/job/chasing.ts'
import { isBeingCarriedOut, waitsOn } from '#src/domain/job/state.ts'
import type { WaitingFor } from '#src/domain/job/waiting.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { isUuid } from '#src/http/uuid.ts'
import { isWithinWorkingDay } from '#src/runtime/working-days.ts'
import { TWICE } from '#src/writes/each.ts'
import { type JobToChase, jobsToChase, peopleNamed } from './queries.ts'
import { itemFor, type Moment, type RemindedItem } from './reminder.ts'

type Refused = { ok: false; status: 404 | 409; code: 'not_found' | 'conflict' | 'named_twice'; message: string }

/** A job whose e-mail has somebody to go to. `lately`: they had one about it within a working day. */
export type Chasable = {
  ok: true
  job: JobToChase
  person: Person
  role: Exclude<Role, 'admin'>
  item: RemindedItem
  lately: boolean
}

export type ToChase = { id: string; jobRef: string | null } & (Chasable | Refused)

const refused = (message: string): Refused => ({ ok: false, status: 409, code: 'conflict', message })
const GONE: Refused = { ok: false, status: 404, code: 'not_found', message: 'Not found' }

export async function readToChase(tx: DbOrTx, asked: readonly string[], now = new Date()): Promise<ToChase[]> {
  const ids = asked.map((id) => id.toLowerCase())
  const found = await jobsToChase(tx, [...new Set(ids.filter(isUuid))])
  const people = found.flatMap(({ estateAgentId, contractorId }) => [estateAgentId, contractorId])
  const named = await peopleNamed(tx, [...new Set(people.filter((id) => id !== null))])
  const byId = new Map(found.map((job) => [job.id, job]))
  const person = (id: string | null) => named.find((one) => one.id === id) ?? null
  return ids.map((id, index) => {
    const job = byId.get(id)
    const about = { id: asked[index]!, jobRef: job?.jobRef ?? null }
    if (ids.indexOf(id) < index) return { ...about, ...(TWICE as Refused) }
    return { ...about, ...(job ? judged(job, person, { day: today(now), at: now }) : GONE) }
  })
}

type Asked = Exclude<WaitingFor, 'assign' | 'invoice'>
const ASKED: readonly WaitingFor[] = ['book', 'visit', 'finish', 'decide'] satisfies Asked[]
const isAsked = (need: WaitingFor): need is Asked => ASKED.includes(need)

function judged(job: JobToChase, personOf: (id: string | null) => Person | null, moment: Moment): Chasable | Refused {
  const wait = waitOf(job)
  const need = wait.waitingFor
  if (waitsOn(wait, 'nobody') || !need) return refused('This job waits on nobody.')
  if (waitsOn(wait, 'admin') || !isAsked(need)) return refused('This job waits on administrators.')
  if (isBeingCarriedOut(job)) return refused('Its quote work is a job of its own: please chase that one.')
  const booked = bookedAhead(job, moment.at)
  if (booked) return refused(`A visit is booked for ${appointmentWords(booked)}.`)
  const [role, id, otherwise] = waitsOn(wait, 'agent')
    ? (['estate_agent', job.estateAgentId, 'The estate agent'] as const)
    : (['contractor', job.contractorId, 'The contractor'] as const)
  const person = personOf(id)
  if (!person || !isReachable(person))
    return refused(unreachedSentence((person && fullName(person)) || otherwise, person))
  const lately = chasedText(job) !== '' && isWithinWorkingDay(today(job.chasedAt!), moment.day)
  return { ok: true, job, person, role, item: itemFor(role, job, need, moment), lately }
}
