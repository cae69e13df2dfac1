import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { accountOf } from '#src/accounts/lists.ts'
import { PAGE_SIZE } from '#src/http/cursor.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { unfinishedJobsOf } from '#src/jobs/assignment/in-hand.ts'
import { pendingFor } from '#src/quotes/pending.ts'
import { AgentPage } from '#views/accounts/agent.tsx'

export const agentPages = new Elysia({ name: 'agent-pages' })
  .use(signedIn)
  .get('/admin/estate-agents/:id', async ({ user, request, params: { id } }) => {
    authorize(user, 'manageAccounts')
    const account = await accountOf('estate_agent', id)
    const [unfinished, quotes] = await Promise.all([unfinishedJobsOf(account.id, PAGE_SIZE), pendingFor(account.id)])
    return page(request, <AgentPage {...{ frame: frameOf(request, user), account, unfinished, quotes }} />)
  })
