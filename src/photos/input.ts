import { Type } from '@sinclair/typebox'

export const images = Type.Array(Type.String({ minLength: 1, maxLength: 2000 }), {
  error: 'Photos must be a list of paths',
})
