import { isChanged } from './changed.js'
import { sayOffline } from './failures.js'

let sending

document.addEventListener('submit', (event) => {
  const { target, submitter, defaultPrevented } = event
  // Offline, a plain form would end on the browser's error page.
  if (!defaultPrevented && target.method === 'post' && !navigator.onLine) {
    event.preventDefault()
    event.stopImmediatePropagation()
    return sayOffline()
  }
  const words = submitter?.dataset.busyLabel && submitter.querySelector('span')
  if (words) {
    submitter.idleLabel ??= words.textContent
    words.textContent = submitter.dataset.busyLabel
  }
  if (defaultPrevented || target.method !== 'post') return
  // Disabled after the browser has read the form: a disabled button sends no value.
  sending = true
  if (submitter) setTimeout(() => (submitter.disabled = true))
})

function rest(root) {
  for (const button of root.querySelectorAll('[data-busy-label]')) {
    if (!button.idleLabel) continue
    button.querySelector('span').textContent = button.idleLabel
    button.disabled = false
  }
}
document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => rest(ctx.sourceElement))
// The browser's Back shows this page as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  rest(document)
  sending = false
})

addEventListener('beforeunload', (event) => {
  const forms = document.querySelectorAll('.signed-in form[method=post]:not(.completion,[data-kept])')
  if (!sending && [...forms].some(isChanged)) event.preventDefault()
})

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-reveal]')
  if (!button) return
  const input = document.getElementById(button.dataset.reveal)
  const shown = input.type === 'password'
  input.type = shown ? 'text' : 'password'
  button.setAttribute('aria-pressed', shown)
})
