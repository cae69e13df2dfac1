import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { is, isOneOf } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { OPEN } from './job.ts'

/** An agent's jobs on which something is still to happen, and which need somebody who decides. */
export const isUnfinishedOf = (agent: string | PgColumn): SQL =>
  and(eq(jobs.estateAgentId, agent), is(jobs.hiddenFromEstateAgent, 'no'), isOneOf(jobs.status, OPEN))!
