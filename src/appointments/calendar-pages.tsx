import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { countRead } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { actorById } from '#src/accounts/queries.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { appointmentOf } from '#src/domain/appointment/appointment.ts'
import { NotFound } from '#src/http/errors.ts'
import { bookedVisitsOf } from '#src/jobs/assignment/booked-visits.ts'
import { findLink } from '#src/links/links.ts'
import { env } from '#src/runtime/env.ts'

const HEADERS = {
  'content-type': 'text/calendar; charset=utf-8',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
}

/** Opens without a sign-in, as calendars have none: the address is the secret. */
export const calendarPages = new Elysia({ name: 'calendar-pages' }).get(
  '/calendar/:file',
  async ({ params: { file }, request, server, set }) => {
    set.headers['referrer-policy'] = HEADERS['referrer-policy']
    // Servers of calendars ask for many people from one address.
    countRead(`calendars ${clientIpOf(request, server)}`, set, LIMITS.reads)
    const link = file.endsWith('.ics') ? await findLink('calendar', file.slice(0, -4)) : null
    const contractor = link?.userId ? await actorById(link.userId) : null
    if (!contractor || !isContractor(contractor)) throw new NotFound()
    const visits = (await bookedVisitsOf(contractor)).flatMap(({ id, ...job }) => {
      const booked = appointmentOf(job)
      const { appointmentId: uid, appointmentSequence: sequence, updatedAt: stamp } = job
      return uid && booked ? [{ ...job, ...booked, uid, sequence, stamp, url: `${env.PUBLIC_URL}/jobs/${id}` }] : []
    })
    const { feed } = await import('./calendar.ts')
    return new Response(feed(visits), { headers: HEADERS })
  },
)
