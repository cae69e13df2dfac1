import { and, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import { certificates, jobs } from '#db/schema.ts'
import { forEachRole } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { OPEN } from '#src/domain/job/status.ts'
import type { AgentFigures } from '#src/domain/job/waiting.ts'
import { statCells } from '#src/jobs/queries.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { unreadCell } from '#src/messages/unread.ts'
import { certificateCells } from '#src/properties/certificates/lists.ts'
import { ownAgencyKey } from '#src/properties/certificates/queries.ts'

const day = sql`${sql.placeholder('today')}::date`

const ofAgency = sql`${certificates.agencyKey} = nullif(${sql.placeholder('agency')}, '')`

const { late, soon } = certificateCells(ofAgency, day)

const openWith = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`

const figures = forEachRole((reader) =>
  selection(
    {
      activeJobs: sql<number>`count(*)::int`,
      pendingQuotes: statCells(reader).pendingQuotes,
      late: openWith(jobSql.isLate()),
      hazards: openWith(jobSql.hasOpenHazard()),
      hazardsLate: openWith(jobSql.isHazardLate()),
      certificatesLate: late,
      certificatesSoon: soon,
      unread: unreadCell(reader),
      nextDue: sql<Date | null>`min(${jobSql.dueBy()}) filter (where ${jobSql.dueBy()} > now())`,
    },
    sql`from ${jobs} where ${and(jobsWhollyVisibleTo(reader), isOneOf(jobs.status, OPEN))}`,
  ),
)

/** In one statement, as each poll that finds a change asks for them. */
export async function agentFigures(user: Actor): Promise<AgentFigures> {
  const [found] = await figures(user)({ reader: user.id, today: today(), agency: ownAgencyKey(user) ?? '' })
  return found!
}
