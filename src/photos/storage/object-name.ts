import { isUuid } from '#src/http/uuid.ts'

export const VARIANTS = ['photo', 'thumbnail'] as const
export type Variant = (typeof VARIANTS)[number]

// Another key than a UUID could lead out of the folder.
export function objectName(key: string, variant: Variant): string {
  if (!isUuid(key)) throw new TypeError('A storage key must be a UUID')
  return variant === 'photo' ? `${key.toLowerCase()}.jpg` : `${key.toLowerCase()}.thumbnail.jpg`
}
