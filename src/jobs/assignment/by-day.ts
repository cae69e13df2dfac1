import { and } from 'drizzle-orm'
import { isAmong } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { OFFICE } from '#src/accounts/people/office.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { DAY_GROUPS, dayGroupOf } from '#src/domain/appointment/appointment.ts'
import type { JobForContractors } from '#src/domain/job/listed.ts'
import { isUrgent } from '#src/domain/job/state.ts'
import { IN_HAND_FILTERS, type InHandFilter } from '#src/domain/job/waiting.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { dueBy, hasOpenHazard } from '#src/domain/property/hazard/state.ts'
import { PAGE_SIZE } from '#src/http/cursor.ts'
import { findOrCorrect } from '#src/http/list/searched.ts'
import { oneOf, type Query, queryText } from '#src/http/query.ts'
import { isUuid } from '#src/http/uuid.ts'
import { inHandWhere, readForContractors } from '#src/jobs/queries.ts'
import { isFound, jobSearch, lookedThrough } from '#src/jobs/search/search.ts'
import { type InHandRow, IS_IN_HAND, jobsInHand } from '#src/jobs/waiting/in-hand.ts'

type Place = readonly [group: number, rank: number, at: number, id: string]

const compare = (one: Place, other: Place): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || (one[3] < other[3] ? -1 : Number(one[3] > other[3]))

async function placesOf(user: Actor, search: string, waiting?: InHandFilter): Promise<Place[]> {
  const rows = await jobsInHand(user, search ? isFound(await jobSearch(search), lookedThrough(user)) : undefined)
  const now = new Date()
  const placeOf = (job: InHandRow): Place => {
    const at = job.appointmentStartsAt ?? dueBy(job)
    const rank = (isUrgent(job) || hasOpenHazard(job) ? 0 : 2) + (at ? 0 : 1)
    return [DAY_GROUPS.indexOf(dayGroupOf(job, now)), rank, (at ?? job.createdAt).getTime(), job.id]
  }
  const narrowed = waiting ? rows.filter((job) => IS_IN_HAND[waiting](job, now)) : rows
  return narrowed.map(placeOf).sort(compare)
}

export const idsInHand = async (user: Actor, most: number): Promise<string[]> =>
  (await placesOf(user, '')).slice(0, most).map(([, , , id]) => id)

function placeIn(cursor: unknown): Place | null {
  const [, group, rank, at, id] = /^([0-3])\.([0-3])\.(\d{1,14})\.(.+)$/.exec(queryText(cursor)) ?? []
  return id && isUuid(id) ? [Number(group), Number(rank), Number(at), id] : null
}

async function readPlaces(user: Actor, places: readonly Place[]): Promise<JobForContractors[]> {
  const ids = places.map(([, , , id]) => id)
  const read = ids.length
    ? await readForContractors(user, { where: and(inHandWhere(user), isAmong(jobs.id, ids)) })
    : []
  return ids.flatMap((id) => read.find((job) => job.id === id) ?? [])
}

export function narrowedIn(address: string): Record<'search' | 'waiting', string | null> {
  const { searchParams } = new URL(address, 'http://own.invalid')
  return { search: searchParams.get('search'), waiting: searchParams.get('waiting') }
}

export async function jobsByDay(user: Actor, query: Query, path: string) {
  const search = queryText(query.search)
  const waiting = oneOf('waiting', Object.keys(IN_HAND_FILTERS) as InHandFilter[], query.waiting)
  const { found: places, instead } = await findOrCorrect(search, (one) => placesOf(user, one, waiting))
  const last = placeIn(query.cursor)
  const rest = last ? places.filter((place) => compare(place, last) > 0) : places
  const shown = rest.slice(0, PAGE_SIZE)
  return {
    jobs: await readPlaces(user, shown),
    total: places.length,
    search,
    waiting,
    instead,
    nextHref:
      rest.length > shown.length
        ? withQuery(path, { search: instead ?? search, waiting, cursor: shown.at(-1)!.join('.') })
        : null,
    office: OFFICE,
    after: last && (DAY_GROUPS[last[0]] ?? null),
  }
}

export async function firstByDay(user: Actor, least: number): Promise<JobForContractors[]> {
  const places = await placesOf(user, '')
  const today = places.filter(([group]) => group === 0).length
  return readPlaces(user, places.slice(0, Math.min(PAGE_SIZE, Math.max(least, today))))
}
