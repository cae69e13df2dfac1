import { Type } from '@sinclair/typebox'
import { objectSchema, UUID } from '#src/http/answers.ts'

export const Upload = objectSchema('Upload', 'Where one photo may be sent.', {
  uploadURL: Type.String({
    format: 'uri',
    description: 'For PUT, within 15 minutes. The same text then names the photo in images.',
  }),
})

const PIXELS = Type.Integer({ minimum: 1 })

export const StoredPhoto = objectSchema('StoredPhoto', 'The photo as it is kept.', {
  id: UUID,
  path: Type.String({
    pattern: '^/objects/[0-9a-f-]{36}$',
    examples: ['/objects/018f7e8a-77aa-7b10-9c00-0123456789ef'],
    description: 'Names it in images as well.',
  }),
  size: Type.Integer({ minimum: 1, description: 'In bytes.' }),
  width: PIXELS,
  height: PIXELS,
})
