import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { type Cast, jobInput } from '#tests/support/world.ts'

/** Many jobs at once, written past the actions: for lists that go on. A second apart, as they come in life. */
export async function manyJobs(
  { agent, contractor }: Cast,
  count: number,
  values: (n: number) => Partial<typeof jobs.$inferInsert> = () => ({}),
) {
  const rows = Array.from({ length: count }, (_, n) => {
    const own = values(n)
    return {
      ...jobInput(),
      jobRef: `JOB-9${String(n).padStart(5, '0')}`,
      estateAgentId: agent.id,
      contractorId: own.status && own.status !== 'pending' ? contractor.id : null,
      createdAt: new Date(Date.now() - n * 1000),
      ...own,
    }
  })
  const made = await db.insert(jobs).values(rows).returning()
  await countTables()
  return made
}
