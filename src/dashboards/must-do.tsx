import type { ReactElement } from 'react'
import { rolesInUse } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { WorkCounts } from '#src/domain/invoice/invoice.ts'
import { emailFigures } from '#src/emails/admin-queries.ts'
import { countLateInvoices } from '#src/invoices/queries.ts'
import { adminToDo } from '#src/jobs/waiting/to-do.ts'
import { unreadThreads } from '#src/messages/unread.ts'
import { complaintsToAnswer } from '#src/privacy/complaints/queries.ts'
import { certificateCounts } from '#src/properties/certificates/lists.ts'
import { oldestQuoteToInvoice } from '#src/quotes/queries.ts'
import { oldestVisitToInvoice } from '#src/visits/queries.ts'
import { MustDoHead } from '#views/dashboards/to-do.tsx'

export async function mustDoHead(user: Actor, counts: WorkCounts | Promise<WorkCounts>): Promise<ReactElement> {
  const [toDo, toInvoice, visit, quote, emails, conversations, lateInvoices, complaints, certificates] =
    await Promise.all([
      adminToDo(),
      counts,
      oldestVisitToInvoice(),
      oldestQuoteToInvoice(),
      emailFigures(),
      unreadThreads(user),
      countLateInvoices(),
      complaintsToAnswer(),
      certificateCounts(user),
    ])
  const visits = { count: toInvoice.visits, oldest: visit }
  const quotes = { count: toInvoice.quotes, oldest: quote }
  const roles = toDo.hasJobs ? null : await rolesInUse()
  return (
    <MustDoHead
      roles={roles}
      must={{ ...toDo, visits, quotes, emails, conversations, lateInvoices, complaints, certificates }}
    />
  )
}
