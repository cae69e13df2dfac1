import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { OFFICE } from '#src/accounts/people/office.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { mayReadSheet } from '#src/domain/job/evidence.ts'
import { NotFound } from '#src/http/errors.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { EvidencePage } from '#views/jobs/printed/evidence.tsx'
import { JobSheetPage } from '#views/jobs/printed/sheet.tsx'
import { evidenceOf } from './evidence.ts'

const shownTo = (user: Actor, request: Request) => ({
  frame: frameOf(request, user),
  reader: user.role,
  letterhead: letterhead(),
})

export const printedJobPages = new Elysia({ name: 'printed-job-pages' })
  .use(signedIn)
  .get('/jobs/:id/sheet', async ({ user, request, params }) => {
    const job = await jobVisibleTo(authorize(user, 'readJobs'), params.id)
    if (!mayReadSheet(user, job)) throw new NotFound()
    return page(request, <JobSheetPage {...shownTo(user, request)} job={job} office={OFFICE} />)
  })
  .get('/jobs/:id/evidence', async ({ user, request, params }) => {
    const evidence = await evidenceOf(authorize(user, 'readEvidence'), params.id)
    return page(request, <EvidencePage {...shownTo(user, request)} {...evidence} />)
  })
