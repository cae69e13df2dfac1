import { Type } from '@sinclair/typebox'
import { thing } from '#src/web/answers.ts'

export const Upload = thing('Upload', 'Where one photo may be sent.', {
  uploadURL: Type.String({
    format: 'uri',
    description: 'For PUT, within 15 minutes. The same text then names the photo in images.',
  }),
})
