import { bookVisit } from '#src/appointments/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { SLOTS } from '#src/domain/appointment/slots.ts'
import { endOfDay, londonTime, today } from '#src/domain/dates.ts'
import type { HazardKind } from '#src/domain/property/hazard/hazard.ts'
import { checked } from '#src/http/input.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { reviseQuote } from '#src/quotes/changes.ts'
import type { QuoteChange } from '#src/quotes/input.ts'
import { completeJob } from '#src/visits/actions.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { Completion, completionRule } from '#src/visits/input.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import type { ContractorName } from './people.ts'

export type Scene = {
  id: string
  agent: Actor
  contractor: Actor
  admin: Actor
  contractors: Record<ContractorName, Actor>
}

export type Happening = (scene: Scene) => Promise<unknown>

const DAY = 24 * 3_600_000

export const bookedForToday: Happening = ({ id, contractor }) => {
  const now = new Date()
  const day = today(now)
  const slots = Object.values(SLOTS).map(({ from, to }) => ({
    startsAt: londonTime(day, from),
    endsAt: londonTime(day, to),
  }))
  // At night the last hour of the day is left.
  const late = { startsAt: new Date(now.getTime() - 3_600_000), endsAt: endOfDay(day) }
  return bookVisit(contractor, id, slots.find(({ endsAt }) => endsAt > now) ?? late)
}

export const bookedForTomorrow: Happening = ({ id, contractor }) => {
  const day = today(new Date(Date.now() + DAY))
  const { from, to } = SLOTS.morning
  return bookVisit(contractor, id, { startsAt: londonTime(day, from), endsAt: londonTime(day, to) })
}

const visited =
  (outcome: 'no_access' | 'return') =>
  (workDone: string): Happening =>
  ({ id, contractor }) =>
    recordUnfinishedVisit(contractor, id, { outcome, workDone })

export const nobodyIn = visited('no_access')
export const hasToComeBack = visited('return')

export const handedBack =
  (reason: string): Happening =>
  ({ id, contractor }) =>
    handJobBack(contractor, id, reason)

export const revised =
  (change: QuoteChange): Happening =>
  async ({ id, contractor }) => {
    const [quote] = (await jobVisibleTo(contractor, id)).quotes
    return reviseQuote(contractor, quote!.id, change)
  }

/** Amounts in pounds. */
export const competingQuotes =
  (amounts: Partial<Record<ContractorName, number>>, quoteDescription: string): Happening =>
  async ({ id, admin, contractors }) => {
    for (const [name, quoteAmount] of Object.entries(amounts)) {
      const rival = contractors[name as ContractorName]
      const job = await askCompetingQuote(admin, id, rival.id)
      const sent = { workDone: 'Looked at it with the tenant.', needsQuote: true, quoteAmount, quoteDescription }
      await completeJob(rival, job.id, checked(Completion, sent, completionRule))
    }
  }

export const wrote =
  (by: 'agent' | 'contractor' | 'admin', text: string, adminsOnly = false): Happening =>
  ({ id, ...people }) =>
    writeMessage(people[by], id, { text, adminsOnly })

export const reopened =
  (reason: string): Happening =>
  ({ id, agent }) =>
    reopenJob(agent, id, { reason, keepContractor: true })

/** Known of since the job was raised. */
export const couldHarm =
  (...kinds: HazardKind[]): Happening =>
  ({ id, agent }) =>
    changeHazard(agent, id, { level: 'significant', kinds })
