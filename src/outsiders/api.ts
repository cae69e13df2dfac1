import type { SharedLink } from '#src/domain/link/shared.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { endJobLink, jobLinks, LinkShared, linkSharedRule, shareJob } from './links.ts'
import { MadeLinkSchema, SharedLinksSchema } from './schemas.ts'

const { get, post, remove } = callsUnder('Jobs')

const linkJson = (link: SharedLink) => link

export const linksApi = apiOf('links-api', [
  get(
    '/api/jobs/:id/links',
    'listLinks',
    'The links of a job for its tenant and landlord',
    { may: 'shareJob', answer: SharedLinksSchema },
    async ({ user, params }) => (await jobLinks(user, params.id)).map(linkJson),
  ),
  post(
    '/api/jobs/:id/links',
    'createLink',
    'Makes a link: by which a tenant or landlord follows the repair, or a landlord answers to its pending quote',
    { may: 'shareJob', body: LinkShared, rule: linkSharedRule, answer: MadeLinkSchema, status: 201 },
    ({ user, params, body }) => shareJob(user, params.id, body),
    (made) => made,
  ),
  remove(
    '/api/links/:id',
    'endLink',
    'Ends a link, and those that were sent from its page',
    { may: 'shareJob', answer: Confirmation },
    ({ user, params }) => endJobLink(user, params.id),
    () => ({ message: 'The link has been ended.' }),
  ),
])
