import { KEY_DAYS } from '../limits.ts'

export const MAX_PHOTOS = 5
export const MAX_PHOTO_BYTES = 5_242_880
export const SENT_PIXELS = 2048
export const THUMBNAIL_WIDTH = 320
export const UPLOAD_SECONDS = 15 * 60
/** How slowly a photo may arrive: 5 MB at 100 kbit/s take seven minutes, and trains pass tunnels. */
export const UPLOAD_PACE = { silence: 30_000, total: 15 * 60_000, rate: 4096, window: 60_000 }
export const MAX_WAITING = 200
export const ORPHAN_HOURS = 24
/** Of what was asked for under a key, which is known as long: phones sleep. */
export const KEYED_ORPHAN_DAYS = KEY_DAYS

export const tooLarge = (name: string): string => `File ${name} is too large`
export const photoPath = (id: string): string => `/objects/${id}`
export const thumbnail = (path: string): string => `${path}?w=${THUMBNAIL_WIDTH}`
