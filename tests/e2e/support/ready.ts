/**
 * Whether the page's scripts have run, those too that a first page loads after it is shown, and a dialog that was closed
 * has left the history: a journey begun before ends there.
 */
export function isReady(): boolean {
  if (matchMedia('(scripting: none)').matches || !('with' in [])) return true
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.domContentLoadedEventEnd === 0) return false
  const { below } = (history.state ?? {}) as { below?: string }
  const isReloaded =
    visit?.name === location.href && (visit.type !== 'navigate' || below !== location.pathname + location.search)
  const isClosing = below !== undefined && !isReloaded && !document.querySelector<HTMLDialogElement>('#dialog')?.open
  // htmx begins in a turn of its own.
  return (
    !isClosing && !document.querySelector('script[data-scripts], :is([hx-get], [hx-post]):not([data-htmx-powered])')
  )
}
