import { Elysia } from 'elysia'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { describedUnder, HTML } from '#src/http/api-description.ts'
import { PROBLEMS } from '#src/http/problem-codes.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { DocsPage, ProblemsPage } from '#views/openapi/docs.tsx'

const described = describedUnder('Documentation')
const answers = { 200: HTML }

const problems = Object.entries(PROBLEMS).map(([code, [status, title]]) => ({ code, status, title }))

export const docsPages = new Elysia({ name: 'docs-pages' })
  .use(maybeSignedIn)
  .get(
    '/api/docs',
    ({ user, request }) => page(request, <DocsPage frame={frameOf(request, user)} />),
    described('readDocs', 'A page for people, of this document', { by: 'everybody', answers }),
  )
  .get(
    '/api/docs/problems',
    ({ user, request }) => page(request, <ProblemsPage frame={frameOf(request, user)} problems={problems} />),
    described('readProblems', 'A page for people, of the codes of errors', { by: 'everybody', answers }),
  )
