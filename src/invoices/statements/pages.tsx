import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { type StatementOf, statementId } from '#src/domain/invoice/statement.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { StatementsPage } from '#views/invoices/statement/of-month.tsx'
import { OwnStatementsPage } from '#views/invoices/statement/own.tsx'
import { StatementPage, type StatementSending } from '#views/invoices/statement/page.tsx'
import { addressesFor } from './addresses.ts'
import { STATEMENT_COLUMNS } from './csv.ts'
import { periodIn, statementAsked, statementList, statementOf, statementsOf, statementsOfMonth } from './queries.ts'
import { lastSent } from './sending.ts'

async function linesOfMonth(user: Actor, kind: 'agency' | 'contractor', period: string) {
  const lines = await statementsOfMonth(user, kind, period)
  const subjects = lines.map(({ subject }) => subject)
  const [addresses, sent] = await Promise.all([addressesFor(kind, subjects), lastSent(lines)])
  return lines.map((line) => ({
    ...line,
    email: addresses.get(line.subject) ?? null,
    sentAt: sent.get(statementId(line)) ?? null,
  }))
}

type Typed = StatementSending & { status: number }

export async function showStatement(
  user: Actor,
  request: Request,
  asked: StatementOf,
  typed?: Typed,
): Promise<Response> {
  const [statement, known] = await Promise.all([
    statementOf(user, asked),
    isAdmin(user) ? addressesFor(asked.kind, [asked.subject]) : new Map<string, string>(),
  ])
  const sending = { email: known.get(asked.subject) ?? '', ...typed }
  const shown = { statement, reader: user.role, letterhead: letterhead(), sending }
  return page(request, <StatementPage frame={frameOf(request, user)} {...shown} />, typed?.status ?? 200)
}

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
    const lines = await Promise.all([linesOfMonth(user, 'agency', period), linesOfMonth(user, 'contractor', period)])
    return page(request, <StatementsPage frame={frameOf(request, user)} period={period} lines={lines.flat()} />)
  })
  .get('/statements/:id', async ({ user, request, params, query }) =>
    showStatement(authorize(user, 'readInvoices'), request, statementAsked(user, params.id, query)),
  )
  .get('/statements/:id/export.csv', async ({ user, request, params, query }) => {
    const asked = statementAsked(authorize(user, 'readInvoices'), params.id, query)
    return answerCsv(request, `statement-${asked.period}`, STATEMENT_COLUMNS, await statementList(user, asked))
  })
