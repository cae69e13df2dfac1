import { isUuid } from '#src/web/uuid.ts'

/** A photo is kept as two objects: itself and its thumbnail. */
export const VARIANTS = ['photo', 'thumbnail'] as const
export type Variant = (typeof VARIANTS)[number]

/** '{id}.jpg' or '{id}.thumbnail.jpg'. Throws TypeError for a key that is no UUID: it could lead anywhere. */
export function objectName(key: string, variant: Variant): string {
  if (!isUuid(key)) throw new TypeError('A storage key must be a UUID')
  return variant === 'photo' ? `${key.toLowerCase()}.jpg` : `${key.toLowerCase()}.thumbnail.jpg`
}
