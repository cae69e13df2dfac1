import { rawClient } from '#db/connect/client.ts'
import { sessionUser } from '#src/access/session.ts'
import { sha256 } from '#src/access/sha256.ts'
import { actorById } from '#src/accounts/queries.ts'
import { recentJobs } from '#src/jobs/queries.ts'
import { env } from '#src/runtime/env.ts'
import { keyOf, tokenOf } from '#tests/tools/bench/world/people.ts'
import { type Statement, statementsOf } from './recorded.ts'

// The bare server that the app is compared with: Bun.serve and Bun.SQL, the same statements on the same database, in the
// same order, and nothing around them.

const agent = await actorById(keyOf('agent', 1))
if (!agent) throw new Error('The world has no agent')
const statements = await statementsOf(async () => {
  await sessionUser(sha256(tokenOf('agent')))
  await recentJobs(agent)
})
const [session, recent, ...parts] = statements
if (!session || !recent) throw new Error(`Expected two statements or more, saw ${statements.length}`)

const rowsOf = ({ text, values }: Statement): Promise<unknown[][]> => rawClient.unsafe(text, values).values()

Bun.serve({
  port: env.PORT,
  hostname: env.HOST,
  fetch: async () => {
    await rowsOf(session)
    const jobs = await rowsOf(recent)
    return Response.json([jobs, ...(await Promise.all(parts.map(rowsOf)))])
  },
})
