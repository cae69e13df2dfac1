import { Type } from '@sinclair/typebox'
import { objectSchema, orNull, UUID, withDescription, YES } from '#src/http/schemas.ts'

export const PHOTO_PATH = Type.String({
  pattern: '^/objects/[0-9a-f-]{36}$',
  examples: ['/objects/018f7e8a-77aa-7b10-9c00-0123456789ef'],
})

export const Upload = objectSchema('Upload', 'Where one photo, or the document of a certificate, may be sent.', {
  uploadURL: Type.String({
    format: 'uri',
    description: 'For PUT, within 15 minutes. The same text then names the photo in images.',
  }),
  path: withDescription(PHOTO_PATH, 'Names it in images as well: the same under the same Idempotency-Key.'),
  uploaded: withDescription(YES, 'Whether it has arrived, so that it need not be sent again.'),
})

const PIXELS = orNull(Type.Integer({ minimum: 1 }), { description: 'Null of a PDF.' })

export const StoredPhoto = objectSchema('StoredPhoto', 'The photo or document as it is kept.', {
  id: UUID,
  path: withDescription(PHOTO_PATH, 'Names it in images, or as the document of a certificate.'),
  size: Type.Integer({ minimum: 1, description: 'In bytes.' }),
  width: PIXELS,
  height: PIXELS,
})
