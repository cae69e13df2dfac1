// What had the focus may go by what it did: then what took its place gets it, else the heading above, never the body.

const STOPS = 'a[href],button,input,select,textarea,summary'
/** What was used last, outside of dialogs and messages, or what took its place. */
let last

for (const kind of ['focusin', 'click'])
  document.addEventListener(kind, ({ target }) => {
    if (!target.closest('dialog,#toasts')) last = target.closest(STOPS)
    // Browsers show the line that is written in, which leaves the rest under the bar.
    if (target.localName === 'textarea') target.scrollIntoView({ block: 'nearest' })
  })

/** After a step back browsers move the focus to the body, unless it moves meanwhile. */
export function refocus() {
  last?.blur()
  last?.focus()
}

export const mend = () => document.activeElement === document.body && last?.focus()

/** What gets the focus when `place` has taken the place of `gone`, or of what it was in. */
function heir(place, gone) {
  const again = document.getElementById(gone.closest('li[id],tr[id]')?.id)
  const spot =
    place.querySelector(`[href="${gone.getAttribute('href')}"]`) ??
    (place.matches(STOPS) ? place : (again ?? place.closest('li,tr'))?.querySelector(STOPS))
  if (spot) return spot
  const headings = [...document.querySelectorAll('main :is(h1,h2)')]
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
    // What is put in its place may have come before it went.
    const added = all.includes(previousSibling) ? all.filter((one) => one.parentNode === target) : addedNodes
    const place = [...added, nextSibling, previousSibling, target].find(
      (one) => one?.isConnected && one.checkVisibility?.(),
    )
    if (place) last = heir(place, gone)
    // Then this goes as well.
    else gone = target
  }
  mend()
}).observe(document, { childList: true, subtree: true })

// A button that is disabled while it sends loses the focus as well.
document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
  if (last?.form === ctx.sourceElement) setTimeout(mend)
})
