import { mend } from './focus.js'

const SHOWN_MS = 5000
const SWIPE_PX = 50
/** Some browsers do not focus a pressed button. */
let pressed
const region = () => document.getElementById('toasts')

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

// A mouse that rests on a message holds it, a finger does not.
let touch
for (const kind of ['pointerdown', 'pointerover'])
  document.addEventListener(kind, ({ pointerType }) => (touch = pointerType === 'touch'), true)

function arm() {
  const newest = region()?.lastElementChild
  if (!newest || newest.armed) return
  newest.armed = true
  while (newest.previousElementSibling) newest.previousElementSibling.remove()
  // An open modal dialog would cover the message.
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
  newest.addEventListener('dragstart', (event) => event.preventDefault())
  newest.addEventListener('pointerup', (event) => {
    if (event.clientX - start >= SWIPE_PX) newest.remove()
  })
}

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
  // Screen readers ignore what is outside a modal dialog.
  dialog.ariaNotify?.(words)
  box.popover = 'manual'
  if (box.matches(':popover-open')) box.hidePopover()
  box.showPopover()
}

document.addEventListener('click', ({ target, detail }) => {
  pressed = target.closest('button')
  const dismissed = target.closest('[data-dismiss]')?.closest('.toast')
  dismissed?.remove()
  // A click by keyboard has detail 0.
  if (dismissed && !detail) mend()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'F8') region()?.focus()
})
document.addEventListener('htmx:after:swap', arm)
document.addEventListener('focusin', () => region()?.firstElementChild && setTimeout(place))
document.addEventListener('toast', (event) => toast(event.detail))
arm()
