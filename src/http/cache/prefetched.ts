/** With every answer to a change, and with a sign-out: a page that was fetched before it would be shown as it was. */
export const FORGET_PREFETCHED = { 'clear-site-data': '"prefetchCache"' }
