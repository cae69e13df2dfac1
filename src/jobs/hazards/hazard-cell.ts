import { eq, type SQL, sql } from 'drizzle-orm'
import { hazardSummaries, hazards, jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import type { KeptHazard } from '#src/domain/property/hazard/hazard.ts'
import { whileTheirs } from '#src/jobs/visible.ts'

const { level, kinds, awareAt, investigatedAt, summarySentAt, safeAt, workBegunAt, ending, attempts } = hazards
const summaries = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', ${hazardSummaries.id},
    'sentAt', ${hazardSummaries.createdAt}) order by ${hazardSummaries.id}), '[]')
  from ${hazardSummaries} where ${eq(hazardSummaries.jobId, jobs.id)})`
const row = sql`(select jsonb_build_object('level', ${level}, 'kinds', ${kinds}, 'awareAt', ${awareAt},
    'investigatedAt', ${investigatedAt}, 'summarySentAt', ${summarySentAt}, 'safeAt', ${safeAt},
    'workBegunAt', ${workBegunAt}, 'ending', ${ending}, 'attempts', ${attempts}, 'summaries', ${summaries})
  from ${hazards} where ${eq(hazards.jobId, jobs.id)})`

export const hazardOfJob = (reader: Reader) => whileTheirs(reader, row) as SQL as SQL<KeptHazard | null>
