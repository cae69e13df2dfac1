import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { fragment } from '#src/http/respond/respond.tsx'
import { OpenJobsAtProperty } from '#views/jobs/at-property.tsx'
import { openJobsAt } from './at-property.ts'

export const atPropertyPages = new Elysia({ name: 'at-property-pages' })
  .use(signedIn)
  .get('/jobs/at-property', async ({ user, request, query }) => {
    authorize(user, 'createJob')
    const address = typeof query.propertyAddress === 'string' ? query.propertyAddress : ''
    return fragment(request, <OpenJobsAtProperty {...(await openJobsAt(user, address))} />)
  })
