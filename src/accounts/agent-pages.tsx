import { Elysia } from 'elysia'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { unfinishedJobsOf } from '#src/jobs/in-hand.ts'
import { pendingFor } from '#src/quotes/pending.ts'
import { PAGE_SIZE } from '#src/web/cursor.ts'
import { frameOf, page } from '#src/web/respond.tsx'
import { AgentPage } from '#views/accounts/agent.tsx'
import { accountOf } from './lists.ts'

export const agentPages = new Elysia({ name: 'agent-pages' })
  .use(signedIn)
  .get('/admin/estate-agents/:id', async ({ user, request, params: { id } }) => {
    may(user, 'manageAccounts')
    const account = await accountOf('estate_agent', id)
    const [unfinished, quotes] = await Promise.all([unfinishedJobsOf(account.id, PAGE_SIZE), pendingFor(account.id)])
    return page(request, <AgentPage {...{ frame: frameOf(request, user), account, unfinished, quotes }} />)
  })
