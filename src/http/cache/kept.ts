import { sha256 } from '#src/access/sha256.ts'
import { readsOffline } from '#src/domain/account/roles.ts'
import { currentRequest } from '#src/runtime/current.ts'
import { env } from '#src/runtime/env.ts'
import { type Markup, textOf } from '#views/ui/markup.tsx'
import { tagOf } from './etag.ts'
import { isToBeKept } from './prefetched.ts'

type Keeping = { 'kept-for'?: string; etag?: string }

/** Names the session without its secret. Null for whom no phone keeps anything: administrators above all. */
export function keeper(): string | null {
  const { kind, hash, userId, role = null } = currentRequest()?.credential ?? {}
  if (!env.OFFLINE || kind !== 'session' || !readsOffline({ role })) return null
  return `${userId}.${sha256(`kept for ${hash}`).slice(0, 16)}`
}

export function keptFor(): Keeping {
  const who = keeper()
  return who ? { 'kept-for': who } : {}
}

/** A page that a phone keeps has a tag, by which it learns that nothing changed. */
export function keepingOf(request: Request, markup: Markup): Keeping {
  const keeping = keptFor()
  const isKept = isToBeKept(request) || request.headers.has('service-worker-navigation-preload')
  if (!keeping['kept-for'] || !isKept || request.headers.get('cookie')?.includes('toast=')) return keeping
  return { ...keeping, etag: tagOf(textOf(markup).replace(FORM_KEYS, '')) }
}

const FORM_KEYS = /\b\d{1,10}(-\d{1,10}){3}\b/g
