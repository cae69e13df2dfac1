import { mend } from './focus.js'

const SHOWN_MS = 5000
const SWIPE_PX = 50
/** Some browsers do not focus a pressed button. */
let pressed
let box
const region = () => (box = document.getElementById('toasts') ?? box)

export function toast({ title, text, kind }) {
  const message = document.createElement('div')
  message.className = kind ? `toast ${kind}` : 'toast'
  message.setAttribute('role', kind ? 'alert' : 'status')
  const words = message.appendChild(document.createElement('div'))
  words.append(Object.assign(document.createElement('p'), { className: 'toast-title', textContent: title }))
  if (text) words.append(Object.assign(document.createElement('p'), { textContent: text }))
  message.insertAdjacentHTML(
    'beforeend',
    '<button type="button" class="button quiet" data-dismiss aria-label="Dismiss"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg></button>',
  )
  region()?.replaceChildren(message)
  move()
}

// A mouse that rests on a message holds it, a finger does not.
let touch
for (const kind of ['pointerdown', 'pointerover'])
  document.addEventListener(kind, ({ pointerType }) => (touch = pointerType === 'touch'), true)

function arm() {
  const newest = box?.lastElementChild
  if (!newest || newest.onpointerup) return
  place()
  const leave = () =>
    newest.matches(touch ? ':focus-within' : ':hover, :focus-within') ? setTimeout(leave, 1000) : newest.remove()
  setTimeout(leave, SHOWN_MS)
  let start
  newest.onpointerdown = ({ clientX }) => (start = clientX)
  newest.ondragstart = () => false
  newest.onpointerup = ({ clientX }) => clientX - start >= SWIPE_PX && newest.remove()
}

function place() {
  box.className = ''
  const mine = box.getBoundingClientRect()
  const used = [pressed, ...document.querySelectorAll(':any-link:focus,:enabled:focus,form:focus-within .primary')]
  const isUsed = used.some((one) => {
    const at = !box.contains(one) && one?.getBoundingClientRect()
    return at && at.top < mine.bottom && at.bottom > mine.top && at.left < mine.right && at.right > mine.left
  })
  if (isUsed) box.className = 'high'
}

/** Into the open dialog, as that covers everything else, also for screen readers. */
function move() {
  const dialog = document.querySelector('dialog:modal')
  if (region()?.closest('dialog') !== dialog) (dialog ?? document.body).append(box)
  arm()
}

document.addEventListener('click', ({ target, detail }) => {
  pressed = target.closest('button')
  const dismissed = target.closest('[data-dismiss]')?.closest('.toast')
  dismissed?.remove()
  // A click by keyboard has detail 0.
  if (dismissed && !detail) mend()
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'F8') box?.focus()
})
document.addEventListener('htmx:after:swap', move)
document.addEventListener('close', move, true)
document.addEventListener('focusin', () => box?.firstElementChild && setTimeout(place))
document.addEventListener('toast', (event) => toast(event.detail))
move()
// Screen readers tell only of what comes later than its page.
for (const words of document.querySelectorAll('.toast>div')) {
  words.inert = true
  setTimeout(() => (words.inert = false), 1000)
}
