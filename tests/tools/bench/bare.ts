import { rawClient } from '#db/client.ts'
import { actorById } from '#src/accounts/queries.ts'
import { env } from '#src/env.ts'
import { sessionUser } from '#src/guard/session.ts'
import { sha256 } from '#src/guard/sha256.ts'
import { recentJobs } from '#src/jobs/queries.ts'
import { keyOf, tokenOf } from './people.ts'
import { statementsOf } from './recorded.ts'

// The bare server that the app is compared with: Bun.serve and Bun.SQL, the same two statements on the same database, and
// nothing around them.

const agent = await actorById(keyOf('agent', 1))
if (!agent) throw new Error('The world has no agent')
const statements = await statementsOf(async () => {
  await sessionUser(sha256(tokenOf('agent')))
  await recentJobs(agent)
})
const [session, recent] = statements
if (!session || !recent || statements.length !== 2) throw new Error(`Expected two statements, saw ${statements.length}`)

Bun.serve({
  port: env.PORT,
  hostname: env.HOST,
  fetch: async () => {
    await rawClient.unsafe(session.text, session.values).values()
    return Response.json(await rawClient.unsafe(recent.text, recent.values).values())
  },
})
