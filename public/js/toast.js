// One message at a time in #toasts, whoever put it there: the server with the page, a swap, or the script.

import { mend } from './focus.js'

const SHOWN_MS = 5000
const SWIPE_PX = 50
/** What was pressed last: not every browser gives it the focus. */
let pressed
const region = () => document.getElementById('toasts')

/** Shows a message made of `{title, text, kind}`, in the markup of views/ui/toast.tsx. */
export function toast({ title, text, kind }) {
  const box = document.createElement('div')
  box.className = kind ? `toast ${kind}` : 'toast'
  box.role = kind ? 'alert' : 'status'
  const words = box.appendChild(document.createElement('div'))
  words.append(Object.assign(document.createElement('p'), { className: 'toast-title', textContent: title }))
  if (text) words.append(Object.assign(document.createElement('p'), { textContent: text }))
  box.insertAdjacentHTML(
    'beforeend',
    '<button type="button" class="button quiet" data-dismiss aria-label="Dismiss"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg></button>',
  )
  region()?.append(box)
  arm()
}

/** Whether the last pointer was a finger: one that lies still is no wish to read on. */
let touch
for (const kind of ['pointerdown', 'pointerover'])
  document.addEventListener(kind, ({ pointerType }) => (touch = pointerType === 'touch'), true)

/** Starts the time of a message that is new, and takes the ones before it away. */
function arm() {
  const newest = region()?.lastElementChild
  if (!newest || newest.armed) return
  newest.armed = true
  while (newest.previousElementSibling) newest.previousElementSibling.remove()
  // An open modal dialog covers the page: there the message must rise above it.
  const dialog = document.querySelector('dialog[open]')
  if (dialog) raise(dialog, newest.textContent)
  place()
  const leave = () =>
    newest.matches(touch ? ':focus-within' : ':hover, :focus-within') ? setTimeout(leave, 1000) : newest.remove()
  setTimeout(leave, SHOWN_MS)
  let start
  newest.addEventListener('pointerdown', (event) => {
    start = event.clientX
  })
  // A swipe over selected words would drag them away instead, and never end.
  newest.addEventListener('dragstart', (event) => event.preventDefault())
  newest.addEventListener('pointerup', (event) => {
    if (event.clientX - start >= SWIPE_PX) newest.remove()
  })
}

/** Stands at the foot of the window, at its head where it would cover what is in use. */
function place() {
  const box = region()
  box.className = ''
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const used = [pressed, ...document.querySelectorAll(':any-link:focus,:enabled:focus,form:focus-within .primary')]
  box.className = used.some((one) => {
    const at = !box.contains(one) && one?.getBoundingClientRect()
    return at && at.top < bottom && at.bottom > top && at.left < right && at.right > left
  })
    ? 'high'
    : ''
}

function raise(dialog, words) {
  const box = region()
  // What lies outside a modal dialog is not read out.
  dialog.ariaNotify?.(words)
  box.popover = 'manual'
  if (box.matches(':popover-open')) box.hidePopover()
  box.showPopover()
}

document.addEventListener('click', ({ target, detail }) => {
  pressed = target.closest('button')
  const dismissed = target.closest('[data-dismiss]')?.closest('.toast')
  dismissed?.remove()
  // A keyboard's click has no count.
  if (dismissed && !detail) mend()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'F8') region()?.focus()
})
document.addEventListener('htmx:after:swap', arm)
// After the browser has scrolled to it.
document.addEventListener('focusin', () => region()?.firstElementChild && setTimeout(place))
document.addEventListener('toast', (event) => toast(event.detail))
arm()
