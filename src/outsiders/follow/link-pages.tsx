import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { page } from '#src/http/respond/respond.tsx'
import {
  countLinkRequest,
  handleLinkForm,
  orEnded,
  requireShown,
  type SentByLink,
  sendNewLink,
} from '#src/links/answer-link.tsx'
import { shownSecret } from '#src/links/page-secret.ts'
import { FollowPage } from '#views/links/follow.tsx'
import { LinkPage } from '#views/links/page.tsx'
import { FromOutside, fromOutsideRule, openFollowed, sendFollowAgain, sendFromOutside } from './actions.ts'

export const followLinkPages = new Elysia({ name: 'follow-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/follow/:token', ({ request, params }) => show(request, params.token))
  .post('/follow/:token', ({ request, server, params: { token } }) =>
    handleLinkForm(
      { request, purpose: 'follow_job', token },
      {
        show: (sent) => show(request, token, sent),
        work: async (typed) => {
          const opened = await openFollowed(token)
          requireShown(opened.link.id, typed)
          const sent = checked(FromOutside, typed, fromOutsideRule)
          const text = await sendFromOutside(opened, sent, clientIpOf(request, server))
          const opens = { href: `/follow/${token}`, label: 'Back to the Repair' }
          return page(request, <LinkPage title="Thank You" text={text} opens={opens} />)
        },
      },
    ),
  )
  .post('/follow/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'follow_job', token }, () => sendFollowAgain(token, clientIpOf(request, server))),
  )

const show = (request: Request, token: string, sent?: SentByLink): Promise<Response> =>
  orEnded({ request, purpose: 'follow_job', token }, async () => {
    const { link, ...followed } = await openFollowed(token)
    const props = { ...followed, path: `/follow/${token}`, shown: shownSecret(link.id) }
    const form = { errors: sent?.errors ?? {}, values: textsOf(sent?.typed ?? {}) }
    const told = { hasAddress: link.email !== null, isTold: link.toldSince !== null }
    return page(request, <FollowPage {...props} {...form} {...told} />, sent?.status ?? 200)
  })
