import { MAX_PHOTO_BYTES } from '#src/domain/photo/photo.ts'
import { Invalid, Unavailable } from '#src/http/errors.ts'
import { safePhoto } from '#src/photos/image/encode.ts'
import { formatOf, isHeif } from '#src/photos/image/format.ts'
import { Turns } from '#src/runtime/turns.ts'
import { wrongInPdf } from './pdf.ts'

export const NEITHER = 'This is neither a PDF nor a photo. Please choose a PDF, JPEG, PNG or WebP file.'
export const TOO_LARGE = 'A document may have at most 5 MB.'

export type SafeDocument = { bytes: Buffer; contentType: 'application/pdf' | 'image/jpeg' }

const pdfTurns = new Turns({ places: 2, each: 1, patience: 20_000 })

/** Judged by its bytes alone; a photo is made anew. Throws Invalid (field `document`), or Unavailable. */
export async function safeDocument(file: Buffer, who: string): Promise<SafeDocument> {
  if (file.length > MAX_PHOTO_BYTES) throw refused(TOO_LARGE)
  if (file.subarray(0, 1024).includes('%PDF-')) {
    const wrong = await pdfTurns.run(
      who,
      () => wrongInPdf(file),
      () => new Unavailable(),
    )
    if (wrong) throw refused(wrong)
    return { bytes: file, contentType: 'application/pdf' }
  }
  if (!formatOf(file) && !isHeif(file)) throw refused(NEITHER)
  const { bytes } = await safePhoto(file, who).catch((error) => {
    throw error instanceof Invalid ? refused(error.errors.photo ?? NEITHER) : error
  })
  return { bytes, contentType: 'image/jpeg' }
}

const refused = (document: string) => new Invalid({ document })
