import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** Checked as the text that it is given as, and read by `from`. */
export const read = <S extends TSchema, Value>(schema: S, from: (text: Static<S>) => Value) =>
  Type.Transform(schema)
    .Decode(from)
    .Encode(() => {
      throw new Error('Settings are only read.')
    })

export const number = (pattern: string, error: string, usual?: string) =>
  read(Type.String({ default: usual, pattern, error }), Number)
