/**
 * Whether the page's scripts have run, those too that a first page loads after it is shown, and a dialog that was closed
 * has left the history: a journey begun before ends there.
 */
export function isReady(): boolean {
  if (matchMedia('(scripting: none)').matches || !('with' in [])) return true
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.domContentLoadedEventEnd === 0) return false
  const { below } = (history.state ?? {}) as { below?: string }
  // A page that is opened again at its own address still has the entry of a question that was asked there.
  const isLeft =
    below === location.pathname + location.search ? 'dialogClosed' in globalThis : visit?.name !== location.href
  const isClosing = below !== undefined && isLeft && !document.querySelector<HTMLDialogElement>('#dialog')?.open
  // htmx begins in a turn of its own.
  return (
    !isClosing && !document.querySelector('script[data-scripts], :is([hx-get], [hx-post]):not([data-htmx-powered])')
  )
}
