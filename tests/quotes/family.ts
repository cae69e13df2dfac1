import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { aContractor, aJob, type Cast, complete, withQuote } from '#tests/support/world.ts'

/** The first quote of a job. */
export const quoteOf = async (jobId: string) => (await db.query.quotes.findFirst({ where: eq(quotes.jobId, jobId) }))!

/** Carl's job waits for a decision on £480.00; Dee and Tom were asked as well, and Dee has quoted £300.00. */
export async function aFamily(cast: Cast) {
  const [dee, tom] = await Promise.all([
    aContractor({ firstName: 'Dee', lastName: 'Bright', company: 'Bright Spark', phone: '07700 900222' }),
    aContractor({ firstName: 'Tom', lastName: 'Reed', company: 'Roofright', phone: '07700 900333' }),
  ])
  const root = await aJob(cast, 'quote_pending')
  const hers = await askCompetingQuote(cast.admin, root.id, dee.id)
  const his = await askCompetingQuote(cast.admin, root.id, tom.id)
  await complete(
    dee,
    hers.id,
    withQuote({
      ...{ workDone: 'Measured it.', quoteAmount: 300, quoteDescription: 'A cheaper vessel.' },
      ...{ estimatedDuration: '16 days', validUntil: '2099-12-31' },
    }),
  )
  return { dee, tom, root, hers, his }
}
