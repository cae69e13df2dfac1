document.addEventListener('input', ({ target }) => {
  const list = document.querySelector(target.dataset.narrow)
  if (!list) return
  // By the last word alone, which hides nothing that all the words would find: the server answers soon.
  const word = target.value.toLowerCase().split(/\W/).pop()
  for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(word)
})

let tip
let timer
let closedAt = 0

function show(element) {
  tip ??= Object.assign(document.createElement('div'), { className: 'tooltip', role: 'tooltip', popover: 'manual' })
  tip.textContent = element.dataset.tooltip
  ;(element.closest('dialog, main') ?? document.body).append(tip)
  tip.showPopover()
  const { left, width, top, bottom } = element.getBoundingClientRect()
  const x = left + width / 2 - tip.offsetWidth / 2
  tip.style.left = `${Math.max(4, Math.min(x, innerWidth - tip.offsetWidth - 4))}px`
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
for (const kind of ['pointerout', 'focusout', 'click', 'scroll']) document.addEventListener(kind, hide, true)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
