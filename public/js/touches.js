document.addEventListener('input', ({ target }) => {
  for (const item of document.querySelector(target.dataset.narrow)?.children ?? []) {
    // By the last word alone, which hides nothing that all the words would find: the server answers soon.
    const has = (text) => item.textContent.toLowerCase().includes(text.toLowerCase().split(/\W/).pop())
    // What the server found by words that the page does not show is left to the server.
    item.hidden = has(location.search.split(/&|status/)[0]) && !has(target.value)
  }
})

// Followed by the browser, such a link has an entry of its own in the history, above the dialog's.
document.addEventListener('click', (event) => {
  const link = event.target.closest('dialog .error-summary a')
  if (!link) return
  event.preventDefault()
  const field = document.querySelector(link.hash)
  ;(field.querySelector('input') || field).focus()
})

let tip
let timer
let closedAt = 0

function show(element) {
  tip ??= Object.assign(document.createElement('div'), { className: 'tooltip', role: 'tooltip' })
  tip.textContent = element.dataset.tooltip
  element.closest('dialog,main,body').append(tip)
  const { left, width, top, bottom } = element.getBoundingClientRect()
  tip.style.left = `${Math.max(4, Math.min(left + (width - tip.offsetWidth) / 2, innerWidth - tip.offsetWidth - 4))}px`
  tip.style.top = `${top > tip.offsetHeight + 8 ? top - tip.offsetHeight - 6 : bottom + 6}px`
}

function hide() {
  clearTimeout(timer)
  if (!tip?.isConnected) return
  tip.remove()
  closedAt = Date.now()
}

for (const kind of ['pointerover', 'focusin']) {
  document.addEventListener(kind, ({ target }) => {
    const element = target.closest?.('[data-tooltip]')
    if (!element || (kind === 'focusin' && !element.matches(':focus-visible'))) return
    clearTimeout(timer)
    timer = setTimeout(show, Date.now() - closedAt < 300 ? 0 : 700, element)
  })
}
for (const kind of ['pointerout', 'focusout', 'keydown', 'click', 'scroll']) document.addEventListener(kind, hide, true)
// Under the pointer or the key that fetched this script.
document
  .querySelector('[data-tooltip]:is(:hover, :focus-visible)')
  ?.dispatchEvent(new Event('pointerover', { bubbles: true }))
