import { checked } from '#src/http/input.ts'
import { linkPages } from '#src/links/link-pages.tsx'
import { FollowPage } from '#views/links/follow.tsx'
import { FromOutside, fromOutsideRule, openFollowed, sendFollowAgain, sendFromOutside } from './actions.ts'

export const followLinkPages = linkPages('follow_job', {
  open: openFollowed,
  show: ({ link, ...followed }, { token, errors = {}, ...form }) => {
    const told = { hasAddress: link.email !== null, isTold: link.toldSince !== null }
    return <FollowPage {...followed} path={`/follow/${token}`} {...form} {...{ errors, ...told }} />
  },
  answer: async (opened, typed, { token, ip }) => ({
    title: 'Thank You',
    text: await sendFromOutside(opened, checked(FromOutside, typed, fromOutsideRule), ip),
    opens: { href: `/follow/${token}`, label: 'Back to the Repair' },
  }),
  sendAgain: sendFollowAgain,
})
