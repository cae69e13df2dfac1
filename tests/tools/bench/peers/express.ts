import { createHash } from 'node:crypto'
import compression from 'compression'
import cookieParser from 'cookie-parser'
import express from 'express'
import { jobJson } from '#src/jobs/json.ts'
import { prepared, usual } from './queries.ts'

// What is measured beside the app: an Express server as its documentation has it, with the same two reads. Run by Node.

const queries = process.env.PREPARED ? prepared() : usual
type PeerJob = Awaited<ReturnType<typeof usual.recent>>[number]

const jsonOf = ({ carriedOut, ...job }: PeerJob) =>
  jobJson({
    ...job,
    ...{ rivalOfJobRef: null, hazard: null, certificate: null },
    visits: job.visits.map(({ invoice, ...visit }) => ({
      ...visit,
      fee: invoice?.amount ?? null,
      invoiceNumber: invoice?.invoiceNumber ?? null,
    })),
    noAccessVisits: job.visits.filter(({ outcome }) => outcome === 'no_access').length,
    quotes: job.jobType === 'quote_work' ? carriedOut : job.quotes,
  })

express()
  .use(compression())
  .get('/healthz', (_, response) => response.send('ok'))
  .use(cookieParser(), async (request, response, next) => {
    const sid = createHash('sha256')
      .update(request.cookies.session ?? '')
      .digest('hex')
    const session = await queries.session(sid)
    if (!session?.user || session.user.deletedAt) return response.status(401).json({ message: 'Please sign in.' })
    response.locals.userId = session.user.id
    next()
  })
  .get('/api/jobs/recent', async (_, response) =>
    response.json((await queries.recent(response.locals.userId)).map(jsonOf)),
  )
  .get('/api/jobs', async (_, response) => {
    const agent = response.locals.userId
    const [found, [counted]] = await Promise.all([queries.page(agent), queries.count(agent)])
    response.set('x-total-count', String(counted?.total ?? 0)).json(found.map(jsonOf))
  })
  .listen(Number(process.env.PORT), '127.0.0.1')
