import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { EMBEDDED_ROLE } from '#db/embedded/paths.ts'
import { RECENT_LIMIT } from '#src/domain/job/listed.ts'
import { UNANSWERED } from '#src/domain/job/status.ts'
import * as schema from './relations.ts'

const { jobs, sessions } = schema

export const db = drizzle({
  connection: { host: process.env.SOCKET_FOLDER, user: EMBEDDED_ROLE, database: EMBEDDED_ROLE, max: 10 },
  schema,
  casing: 'snake_case',
})

// The usual style builds a statement at each request; the same queries prepare once from placeholders.

const person = {
  columns: { id: true, firstName: true, lastName: true, company: true, email: true, phone: true, deletedAt: true },
} as const

const quote = { columns: { agentId: false, firstDecidedAt: false }, with: { contractor: person } } as const

const visit = {
  columns: { updatedAt: false },
  with: { contractor: person, invoice: { columns: { amount: true, invoiceNumber: true } } },
} as const

const sessionQuery = (sid: Value) =>
  db.query.sessions.findFirst({
    where: and(eq(sessions.sid, sid), gt(sessions.expire, sql`now()`)),
    with: { user: { columns: { hashedPassword: false } } },
  })

type Value = string | ReturnType<typeof sql.placeholder>

const isOwn = (agent: Value) => and(eq(jobs.estateAgentId, agent), eq(jobs.hiddenFromEstateAgent, 'no'))

const unreadBy = (reader: Value) => sql<number>`(select count(*)::int from messages m where m.job_id = ${jobs.id}
  and not m.admins_only and m.author_id is distinct from ${reader} and m.id > coalesce((select mark.read_up_to
  from message_marks mark where mark.job_id = ${jobs.id} and mark.user_id = ${reader}), 0))`

const jobsQuery = (agent: Value, which: { isRecent: boolean; limit: number }) =>
  db.query.jobs.findMany({
    columns: {
      searchText: false,
      words: false,
      tenantWords: false,
      propertyKey: false,
      firstVisitBy: false,
      firstAssignedAt: false,
      closedAt: false,
      appointmentId: false,
      appointmentSequence: false,
    },
    where: and(isOwn(agent), which.isRecent ? inArray(jobs.status, [...UNANSWERED]) : undefined),
    orderBy: [desc(jobs.createdAt), desc(jobs.id)],
    limit: which.limit,
    extras: { unreadMessages: unreadBy(agent).as('unread_messages') },
    with: {
      contractor: person,
      estateAgent: person,
      quotes: { ...quote, orderBy: ({ createdAt, id }) => [asc(createdAt), asc(id)] },
      carriedOut: quote,
      visits: { ...visit, orderBy: ({ visitDate, id }) => [asc(visitDate), asc(id)] },
    },
  })

const countQuery = (agent: Value) => db.select({ total: count() }).from(jobs).where(isOwn(agent))

const recent = { isRecent: true, limit: RECENT_LIMIT }
const page = { isRecent: false, limit: 50 }

export const usual = {
  session: (sid: string) => sessionQuery(sid),
  recent: (agent: string) => jobsQuery(agent, recent),
  page: (agent: string) => jobsQuery(agent, page),
  count: (agent: string) => countQuery(agent),
}

export function prepared(): typeof usual {
  const agent = sql.placeholder('agent')
  const session = sessionQuery(sql.placeholder('sid')).prepare('session')
  const recentJobs = jobsQuery(agent, recent).prepare('recent')
  const pageOfJobs = jobsQuery(agent, page).prepare('page')
  const counted = countQuery(agent).prepare('count')
  return {
    session: (sid) => session.execute({ sid }),
    recent: (agent) => recentJobs.execute({ agent }),
    page: (agent) => pageOfJobs.execute({ agent }),
    count: (agent) => counted.execute({ agent }),
  } as typeof usual
}
