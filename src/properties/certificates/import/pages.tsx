import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { sentTable } from '#src/accounts/import/sent-table.ts'
import { isText, namelessCells, tableIn } from '#src/accounts/import/table.ts'
import { certificatesHref } from '#src/domain/property/certificate/found.ts'
import {
  certificateHeadings,
  certificateRow,
  isWrongRow,
  MAX_IMPORTED_CERTIFICATES,
} from '#src/domain/property/certificate/import-row.ts'
import { Invalid } from '#src/http/errors.ts'
import { handleForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { lacksAgency } from '#src/properties/certificates/queries.ts'
import { alreadyInvalid, onceByForm } from '#src/writes/idempotency.ts'
import {
  CertificateImportPage,
  type CertificateImportProps,
  IMPORT_CERTIFICATES,
} from '#views/properties/certificate/import.tsx'
import { NoAgency } from '#views/properties/certificate/no-agency.tsx'
import { importCertificates } from './actions.ts'
import { judgeImportedCertificates } from './validate-import.ts'
import type { GivenRow } from './validate-rows.ts'

const PATH = '/certificates/import'
/** In bytes: 5,000 rows in UTF-16. */
const LARGEST = 4_000_000

/** Throws Invalid where the table cannot be read. */
function certificateRowsIn(text: string): GivenRow[] {
  const table = tableIn(text)
  if ('problem' in table) throw new Invalid({ table: table.problem })
  const { fields, problems } = certificateHeadings(table.header)
  const wrong = [...problems, ...namelessCells(table)].slice(0, 10)
  if (wrong.length) throw new Invalid({ table: wrong.join(' ') })
  const { rows } = table
  if (rows.length === 0) throw new Invalid({ table: 'There is no row below the names of the columns' })
  if (rows.length > MAX_IMPORTED_CERTIFICATES)
    throw new Invalid({ table: `There are ${rows.length} rows; ${MAX_IMPORTED_CERTIFICATES} go at once` })
  return rows.map(({ line, cells }) => ({ line, ...certificateRow(fields, cells) }))
}

export const certificateImportPages = new Elysia({ name: 'certificate-import-pages' })
  .use(signedIn)
  .get(PATH, ({ user, request }) => {
    authorize(user, 'changeCertificates')
    if (lacksAgency(user))
      return dialogOrPage({ user, request }, NoAgency, { title: IMPORT_CERTIFICATES, role: user.role })
    return page(request, <CertificateImportPage frame={frameOf(request, user)} role={user.role} text="" />)
  })
  .post(PATH, async ({ user, request }) => {
    authorize(user, 'changeCertificates')
    const { typed, text } = await sentTable(request, LARGEST)
    const show = (shown: Partial<CertificateImportProps>, status = 200) => {
      const props = { frame: frameOf(request, user), role: user.role, text: isText(text) ? text : '', ...shown }
      return page(request, <CertificateImportPage {...props} />, status)
    }
    const look = async () => {
      const rows = await judgeImportedCertificates(user, certificateRowsIn(text))
      return show({ rows }, rows.some(isWrongRow) ? 422 : 200)
    }
    return handleForm(
      { user, request, typed },
      {
        ...{ failed: 'Nothing Imported', back: PATH },
        invalid: ({ errors }) => show({ errors }, 422),
        refused: ({ status, errors }) => show({ errors }, status),
        work: async () => {
          if (!typed.create) return look()
          const leaveOutWrong = typed.create === 'right'
          const create = async () => ({
            count: await importCertificates(user, certificateRowsIn(text), { leaveOutWrong }),
          })
          const { count } = await onceByForm({ user, request, typed }, create, alreadyInvalid)
          const toast = { title: 'Certificates Imported', text: `${count} were added.` }
          return seeOther(request, certificatesHref(user.role), toast)
        },
      },
    )
  })
