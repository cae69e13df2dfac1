import type { Typed } from '#src/http/input.ts'

export const imagesOf = (typed: Typed): string[] =>
  [typed.images ?? []].flat().filter((path): path is string => typeof path === 'string')
