import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { MAX_PHOTO_BYTES } from '#src/domain/photo/photo.ts'
import { type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { NotFound } from '#src/http/errors.ts'
import { readFormWithFile } from '#src/http/form-with-file.ts'
import { textsOf } from '#src/http/input.ts'
import type { SentForm } from '#src/http/respond/handle-form.tsx'
import { attachDocument, keepDocument, keptDocument } from '#src/photos/documents/keep.ts'
import { transaction } from '#src/writes/transaction.ts'
import { certificateVisibleTo } from './queries.ts'

/** In bytes: what is too large for a document is still read, to be refused at its field. */
const LARGEST_FORM = 3 * MAX_PHOTO_BYTES

type SentWithDocument = SentForm & {
  /** The name of what was sent now or with an earlier try, judged and kept; null for none. Throws Invalid. */
  document: () => Promise<string | null>
}

export async function sentWithDocument(user: Actor, request: Request, kept = 'kept'): Promise<SentWithDocument> {
  const { typed, file } = await readFormWithFile(request, 'document', LARGEST_FORM)
  const document = async () => {
    if (file) typed[kept] = await keepDocument(user, Buffer.from(file))
    return textsOf(typed)[kept] || null
  }
  return { user, request, typed, document }
}

/** For who may change the certificate, or completes its job. */
export async function putDocument(tx: Tx, user: Actor, id: string, document: string | null, field?: string) {
  if (document === null) return
  const { type, bytes } = await attachDocument(tx, user, id, document, field)
  await tx
    .update(certificates)
    .set({
      ...{ documentPath: `/certificates/${id}/document`, documentType: type, documentBytes: bytes },
      updatedAt: sql`now()`,
    })
    .where(eq(certificates.id, id))
}

export const setDocument = (user: Actor, id: string, document: string | null): Promise<void> =>
  transaction((tx) => putDocument(tx, user, id, document))

export const withDocument = (user: Actor, document: string | undefined, work: () => Promise<Certificate>) =>
  transaction(async (tx) => {
    const certificate = await work()
    if (document === undefined) return certificate
    await setDocument(user, certificate.id, document)
    return certificateVisibleTo(user, certificate.id, tx)
  })

const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export const downloadDocument = async (user: Actor, id: string): Promise<Response> =>
  answerDocument(await certificateVisibleTo(user, id))

/** For who may read the certificate. Throws NotFound. */
export async function answerDocument(certificate: Certificate): Promise<Response> {
  const found = certificate.documentPath ? await keptDocument(certificate.id) : null
  if (!found) throw new NotFound()
  const title = `${certificateTitle(certificate)} ${certificate.doneOn}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const name = `${title}.${found.type === 'application/pdf' ? 'pdf' : 'jpg'}`
  return new Response(found.file, {
    headers: { ...HEADERS, 'content-type': found.type, 'content-disposition': `attachment; filename="${name}"` },
  })
}
