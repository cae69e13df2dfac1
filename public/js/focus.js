// When the focused element is removed, its replacement gets the focus, else the heading above, never the body.

const STOPS = 'a[href],button,input,select,textarea,summary,[tabindex]'
let last
let current

for (const kind of ['focusin', 'click'])
  document.addEventListener(kind, ({ target }) => {
    if (!target.closest('#toasts')) current = target.closest(STOPS)
    if (!target.closest('dialog,#toasts')) last = current
    // Browsers scroll to the line being written: the rest stays under the bar.
    if (target.localName === 'textarea') target.scrollIntoView({ block: 'nearest' })
  })

/** After Back browsers focus the body, unless the focus moves meanwhile. */
export function refocus() {
  last?.blur()
  last?.focus()
}

export const mend = () =>
  document.activeElement === document.body && (document.querySelector('dialog:modal') ? current : last)?.focus()

function heir(place, gone) {
  const again = document.getElementById(gone.closest('li[id],tr[id]')?.id)
  const spot =
    place.querySelector(`[href="${gone.getAttribute('href')}"]`) ??
    (place.matches(STOPS) ? place : (again ?? place.closest('li,tr'))?.querySelector(STOPS))
  if (spot) return spot
  const headings = [...document.querySelectorAll('h1,h2')]
  const heading = place.querySelector('h2') ?? headings.findLast((one) => one.compareDocumentPosition(place) & 4)
  heading.tabIndex = -1
  return heading
}

new MutationObserver((records) => {
  let gone = last
  if (!gone || gone.isConnected) return
  const all = records.flatMap(({ addedNodes }) => [...addedNodes])
  for (const { target, removedNodes, addedNodes, nextSibling, previousSibling } of records) {
    if (![...removedNodes].some((node) => node.contains(gone))) continue
    // The replacement may have been inserted before the removal.
    const added = all.includes(previousSibling) ? all.filter((one) => one.parentNode === target) : addedNodes
    const place = [...added, nextSibling, previousSibling, target].find(
      (one) => one?.isConnected && one.getClientRects?.().length,
    )
    if (place) last = heir(place, gone)
    else gone = target
  }
  mend()
}).observe(document, { childList: true, subtree: true })

// Disabling a button while it sends takes its focus.
document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
  if (current?.form === ctx.sourceElement) setTimeout(mend)
})
