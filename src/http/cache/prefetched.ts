/** With every answer to a change, and with a sign-out: a page that was fetched before it would be shown as it was. */
export const FORGET_PREFETCHED = { 'clear-site-data': '"prefetchCache"' }

const OURS = 'fettle-prefetch'

/** Kept by a service worker until somebody looks at it. */
export const isToBeKept = ({ headers }: Request): boolean => headers.has(OURS)

export const isPrefetched = (request: Request): boolean =>
  isToBeKept(request) || /prefetch|prerender/.test(request.headers.get('sec-purpose') ?? '')
