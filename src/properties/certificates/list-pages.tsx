import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { certificatesHref } from '#src/domain/property/certificate/found.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { readCorrected } from '#src/http/list/listing.ts'
import type { Query } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/http/respond/respond.tsx'
import { CertificateItems, CertificateList, CertificatesPage } from '#views/properties/certificate/list.tsx'
import { CERTIFICATE_COLUMNS } from './csv.ts'
import { CERTIFICATE_FILTERS, certificateCounts, certificatesFor } from './lists.ts'
import { lacksAgency } from './queries.ts'

type Asked = { user: Actor; request: Request; query: Query }

async function answerList({ user, request, query }: Asked): Promise<Response> {
  const path = certificatesHref(authorize(user, 'changeCertificates').role)
  const filter = CERTIFICATE_FILTERS.typed(query)
  const isMore = isPartial(request) && Boolean(query.cursor)
  const [{ items, next, instead }, counts] = await Promise.all([
    readCorrected(certificatesFor(user, CERTIFICATE_FILTERS.narrowedTo(user, filter)), cursorOf(query)),
    isMore ? { late: 0, soon: 0 } : certificateCounts(user),
  ])
  const address = instead ? { ...filter, search: instead } : filter
  const list = {
    ...{ items, filter, instead, counts, role: user.role, lacksAgency: lacksAgency(user) },
    nextHref: next && withQuery(path, { ...address, cursor: next }),
    exportHref: withQuery('/certificates/export.csv', address),
  }
  if (isMore) return fragment(request, <CertificateItems {...list} />)
  if (isPartial(request)) return fragment(request, <CertificateList {...list} />)
  return page(request, <CertificatesPage frame={frameOf(request, user)} {...list} />)
}

const answerExport = ({ user, request, query }: Asked): Promise<Response> =>
  answerCsv(
    request,
    'certificates',
    CERTIFICATE_COLUMNS,
    certificatesFor(authorize(user, 'changeCertificates'), CERTIFICATE_FILTERS.read(user, query)),
  )

export const certificateListPages = new Elysia({ name: 'certificate-list-pages' })
  .use(signedIn)
  .get('/certificates', (asked) =>
    isAdmin(asked.user)
      ? seeOther(asked.request, `/admin/certificates${new URL(asked.request.url).search}`)
      : answerList(asked),
  )
  .get('/certificates/export.csv', answerExport)
  .get('/admin/certificates', (asked) => {
    authorize(asked.user, 'openAdminScreens')
    return answerList(asked)
  })
