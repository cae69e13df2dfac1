import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { StatementsPage } from '#views/invoices/statement/of-month.tsx'
import { OwnStatementsPage } from '#views/invoices/statement/own.tsx'
import { StatementPage } from '#views/invoices/statement/page.tsx'
import { STATEMENT_COLUMNS } from './csv.ts'
import { periodIn, statementAsked, statementList, statementOf, statementsOf, statementsOfMonth } from './queries.ts'

export const statementPages = new Elysia({ name: 'statement-pages' })
  .use(signedIn)
  .get('/statements', async ({ user, request }) => {
    authorize(user, 'readInvoices')
    if (isAdmin(user)) return seeOther(request, '/admin/statements')
    return page(request, <OwnStatementsPage frame={frameOf(request, user)} lines={await statementsOf(user)} />)
  })
  .get('/admin/statements', async ({ user, request, query }) => {
    authorize(user, 'openAdminScreens')
    const period = periodIn(query, 'contractor')
    const [contractors, agencies] = await Promise.all([
      statementsOfMonth(user, 'contractor', period),
      statementsOfMonth(user, 'agency', period),
    ])
    return page(request, <StatementsPage frame={frameOf(request, user)} {...{ period, contractors, agencies }} />)
  })
  .get('/statements/:id', async ({ user, request, params, query }) => {
    authorize(user, 'readInvoices')
    const statement = await statementOf(user, statementAsked(user, params.id, query))
    const shown = { statement, reader: user.role, letterhead: letterhead() }
    return page(request, <StatementPage frame={frameOf(request, user)} {...shown} />)
  })
  .get('/statements/:id/export.csv', async ({ user, request, params, query }) => {
    authorize(user, 'readInvoices')
    const asked = statementAsked(user, params.id, query)
    return answerCsv(request, `statement-${asked.period}`, STATEMENT_COLUMNS, await statementList(user, asked))
  })
