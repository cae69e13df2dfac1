export const MAX_PHOTOS = 5
/** 5 MB, in bytes. */
export const MAX_PHOTO_BYTES = 5_242_880
/** Longest side, in pixels, to which a phone shrinks a photo before it sends it. */
export const SENT_PIXELS = 2048
/** Width of a list's thumbnail, in pixels. */
export const THUMBNAIL_WIDTH = 320
/** How long an upload URL is good for, in seconds. */
export const UPLOAD_SECONDS = 15 * 60
/**
 * How slowly a photo may arrive, in milliseconds and bytes a second: as long as it flows. 5 MB at 100 kbit/s take seven
 * minutes, and a train has tunnels.
 */
export const UPLOAD_PACE = { silence: 30_000, total: 15 * 60_000, rate: 4096, window: 60_000 }
/** How many photos of one contractor may wait for a visit: forty visits' worth, and no disk is filled. */
export const MAX_WAITING = 200
/** How long an uploaded photo may wait for its visit, in hours. */
export const ORPHAN_HOURS = 24

/** The message for a file over MAX_PHOTO_BYTES. */
export const tooLarge = (name: string): string => `File ${name} is too large`
/** Where a thumbnail of a stored photo ('/objects/…') is found. */
export const thumbnail = (path: string): string => `${path}?w=${THUMBNAIL_WIDTH}`
