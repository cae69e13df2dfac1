// Opens the page of a data-dialog link in #dialog and pushes its URL. Closing returns to the list.

import { isChanged } from './changed.js'
import { ask } from './confirm.js'
import { refocus } from './focus.js'

export const dialog = () => document.getElementById('dialog')
const here = () => location.pathname + location.search
export let below = here()
let returning
let shown
let agreed

const forms = () => [...dialog().querySelectorAll('form')]
const isTyped = () => !agreed && forms().some(isChanged)

function unlessTyped(act) {
  if (!isTyped()) return act()
  const confirmText = 'What you typed has not been saved.'
  ask({ confirmTitle: 'Discard your changes?', confirmText, confirmAction: 'Discard' }, () => {
    for (const form of forms()) form.reset()
    act()
  })
}

function close() {
  agreed = dialog().open
  dialog().close()
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-dialog]')
  if (link && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault()
    unlessTyped(() => load(link.href ?? link.formAction))
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

function load(url, known) {
  htmx.ajax('GET', url, {
    target: '#dialog',
    swap: 'innerHTML',
    // htmx would name the body, the source of this request.
    headers: { 'HX-Target': 'dialog#dialog' },
    url,
    known,
  })
}

const entry = () => ({ htmx: true, below })

document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  const box = dialog()
  if (ctx.target !== box || !box.firstElementChild) return
  shown = ctx.url ?? shown
  if (box.open && ctx.url) history.replaceState(entry(), '', ctx.url)
  if (!box.open && !ctx.known) history.pushState(entry(), '', ctx.url)
  if (!box.open) box.showModal()
  box.scrollTop = 0
})

document.addEventListener(
  'cancel',
  (event) => {
    if (event.target !== dialog() || !isTyped()) return
    event.preventDefault()
    unlessTyped(close)
  },
  true,
)

document.addEventListener(
  'close',
  ({ target }) => {
    if (target !== dialog()) return
    // Browsers do not let a second Escape be prevented.
    if (isTyped()) {
      target.showModal()
      return unlessTyped(close)
    }
    target.replaceChildren()
    agreed = false
    shown = ''
    if (history.state?.below !== below) return
    returning = true
    history.back()
  },
  true,
)

document.addEventListener('closeDialog', ({ target }) => target !== document && close())

document.addEventListener('htmx:after:history:update', () => {
  if (!dialog().open) below = here()
})

document.addEventListener('htmx:before:history:restore', (event) => {
  const { path } = event.detail
  if (returning) refocus()
  else if (dialog().open && path === below) {
    if (isTyped()) history.pushState(entry(), '', shown)
    unlessTyped(close)
  } else if (path !== below && history.state.below === below) load(path, true)
  else {
    below = path
    history.state.below === path && history.replaceState({ htmx: true }, '')
    return
  }
  event.preventDefault()
  returning = false
})
