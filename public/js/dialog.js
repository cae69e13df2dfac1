// A link with data-dialog opens its page in #dialog. The URL is pushed; Escape, Back and Close return to the list, and ask
// first where something would be lost.

import { isChanged } from './changed.js'
import { ask } from './confirm.js'
import { refocus } from './focus.js'

const dialog = () => document.getElementById('dialog')
const here = () => location.pathname + location.search
/** The URL of the page, or of the page beneath the dialog. */
let below = here()
/** Whether the script itself is going back, having closed the dialog. */
let returning = false
/** The URL of what the dialog shows. */
let shown
/** Whether what was typed in it may go. */
let agreed = false

const isTyped = () => !agreed && [...dialog().querySelectorAll('form')].some(isChanged)

/** Does `act`, at once or when what was typed may go. */
function unlessTyped(act) {
  if (!isTyped()) return act()
  const confirmText = 'What you typed has not been saved.'
  ask({ confirmTitle: 'Discard your changes?', confirmText, confirmAction: 'Discard' }, act)
}

function close() {
  agreed = dialog().open
  dialog().close()
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-dialog]')
  if (link && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey) && window.htmx) {
    event.preventDefault()
    unlessTyped(() => load(link.getAttribute('href')))
  } else if (event.target.closest('[data-close]') && dialog().open) {
    event.preventDefault()
    unlessTyped(close)
  } else if (event.target.matches('dialog') && outside(event, event.target)) {
    if (event.target === dialog()) unlessTyped(close)
    else event.target.close()
  }
})

function outside({ clientX, clientY }, box) {
  const { left, right, top, bottom } = box.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Fetches what the dialog shows. `known` when the history has its entry already. */
function load(url, known) {
  window.htmx.ajax('GET', url, {
    target: '#dialog',
    swap: 'innerHTML',
    // htmx would name the body, from which this request starts.
    headers: { 'HX-Target': 'dialog#dialog' },
    url,
    known,
  })
}

const entry = () => ({ htmx: true, dialog: true, below })

document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  const box = dialog()
  if (ctx.target !== box || !box.firstElementChild) return
  shown = ctx.url ?? shown
  if (box.open && ctx.url) history.replaceState(entry(), '', ctx.url)
  if (!box.open && !ctx.known) history.pushState(entry(), '', ctx.url)
  if (!box.open) box.showModal()
  box.scrollTop = 0
})

// Escape, or the phone's own Back.
document.addEventListener(
  'cancel',
  (event) => {
    if (event.target !== dialog() || !isTyped()) return
    event.preventDefault()
    unlessTyped(close)
  },
  true,
)

// However it was closed. Its entry of the history goes with it, unless Back is what closed it.
document.addEventListener(
  'close',
  ({ target }) => {
    if (target.id !== 'dialog') return
    // Browsers let nobody hold up a second Escape.
    if (isTyped()) {
      target.showModal()
      return unlessTyped(close)
    }
    agreed = false
    target.replaceChildren()
    if (!history.state?.dialog || here() === below) return
    returning = true
    history.back()
  },
  true,
)

// The server asks for it after it did what the dialog was for.
document.addEventListener('closeDialog', close)

document.addEventListener('htmx:after:history:update', () => {
  if (!dialog().open) below = here()
})

// Back from a dialog, and Forward to it, change no page: only the dialog closes or opens.
document.addEventListener('htmx:before:history:restore', (event) => {
  const { path } = event.detail
  const closing = dialog().open && path === below
  const opening = history.state.dialog && history.state.below === below
  if (!returning && !closing && !opening) {
    below = path
    return
  }
  event.preventDefault()
  if (closing) {
    if (isTyped()) history.pushState(entry(), '', shown)
    unlessTyped(close)
  } else if (!returning) load(path, true)
  else refocus()
  returning = false
})
