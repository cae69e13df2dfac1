import type { ReactElement } from 'react'
import type { WorkCounts } from '#src/domain/invoice/invoice.ts'
import { emailFigures } from '#src/emails/admin-queries.ts'
import { adminToDo } from '#src/jobs/waiting/to-do.ts'
import { oldestQuoteToInvoice } from '#src/quotes/queries.ts'
import { oldestVisitToInvoice } from '#src/visits/queries.ts'
import { MustDoHead } from '#views/dashboards/to-do.tsx'

export async function mustDoHead(counts: WorkCounts | Promise<WorkCounts>): Promise<ReactElement> {
  const [toDo, toInvoice, visit, quote, emails] = await Promise.all([
    adminToDo(),
    counts,
    oldestVisitToInvoice(),
    oldestQuoteToInvoice(),
    emailFigures(),
  ])
  const visits = { count: toInvoice.visits, oldest: visit }
  return <MustDoHead must={{ ...toDo, visits, quotes: { count: toInvoice.quotes, oldest: quote }, emails }} />
}
