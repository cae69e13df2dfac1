import { createHmac, timingSafeEqual } from 'node:crypto'
import { secret } from '#src/access/secret.ts'

const HOURS = 24
const HOUR = 60 * 60 * 1000

/** A secret of the page that a link showed, without which nothing is taken: who sends it has read the page. */
export function shownSecret(linkId: string, at = Date.now()): string {
  const hour = Math.floor(at / HOUR)
  return `${hour}.${macOf(linkId, hour)}`
}

export function isShown(linkId: string, sent: string, at = Date.now()): boolean {
  const hour = Number(/^([1-9]\d{0,8})\.[\w-]{43}$/.exec(sent)?.[1] ?? Number.NaN)
  const age = Math.floor(at / HOUR) - hour
  return age >= 0 && age <= HOURS && timingSafeEqual(Buffer.from(sent), Buffer.from(`${hour}.${macOf(linkId, hour)}`))
}

const macOf = (linkId: string, hour: number): string =>
  createHmac('sha256', secret()).update(`page of link ${linkId} ${hour}`).digest('base64url')
