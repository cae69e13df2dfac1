// Buttons that say what they do while they send, passwords that can be shown, and typed text that is not lost.

import { sayOffline } from './failures.js'

document.addEventListener('submit', (event) => {
  const { target, submitter, defaultPrevented } = event
  // A plain form that is sent offline ends on the browser's own error page.
  if (!defaultPrevented && target.method === 'post' && !navigator.onLine) {
    event.preventDefault()
    event.stopImmediatePropagation()
    sayOffline()
    return
  }
  const words = submitter?.dataset.busyLabel && submitter.querySelector('span')
  if (words) {
    submitter.idleLabel ??= words.textContent
    words.textContent = submitter.dataset.busyLabel
  }
  // A plain form leaves the page. Disabled only after the browser has read it: a disabled button sends no value.
  if (!defaultPrevented && submitter && target.method === 'post') setTimeout(() => (submitter.disabled = true))
})

function rest(root) {
  for (const button of root.querySelectorAll('[data-busy-label]')) {
    if (!button.idleLabel) continue
    button.querySelector('span').textContent = button.idleLabel
    button.disabled = false
  }
}
document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => rest(ctx.sourceElement))
// Back from the page the form led to: the browser shows this one as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  rest(document)
  sessionStorage.removeItem('sent')
})

document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-reveal]')
  if (!button) return
  const input = document.getElementById(button.dataset.reveal)
  const shown = input.type === 'password'
  input.type = shown ? 'text' : 'password'
  button.setAttribute('aria-pressed', shown)
})

// A search without the fields that say nothing: /jobs?search=cottage, not /jobs?search=cottage&status=.
document.addEventListener('htmx:config:request', ({ target, detail: { ctx } }) => {
  if (target.closest?.('search'))
    for (const [name, value] of [...ctx.request.body]) value || ctx.request.body.delete(name)
})

// data-keep="key" on a form: what is typed stays in this tab until a page comes that shows the server took it.
const at = (form) => `keep:${form.dataset.keep}`
const fields = (form) =>
  [...form.elements].filter((field) => field.name && !/^(password|hidden|file|submit|button)$/.test(field.type))

document.addEventListener('input', ({ target }) => {
  const form = target.closest('form[data-keep]')
  if (!form) return
  const values = fields(form).map((field) => [field.name, field.type === 'checkbox' ? field.checked : field.value])
  sessionStorage[at(form)] = JSON.stringify(values)
})
document.addEventListener('submit', ({ target }) => {
  if (target.dataset.keep) sessionStorage.sent = at(target)
})
document.addEventListener('click', ({ target }) => {
  if (target.closest('[href="/api/logout"]')) sessionStorage.clear()
})

function restore(root) {
  for (const form of root.querySelectorAll('form[data-keep]')) {
    // The server has answered what was typed, with its errors.
    if (form.querySelector('[aria-invalid]')) continue
    for (const [name, value] of JSON.parse(sessionStorage[at(form)] ?? '[]')) {
      const field = fields(form).find((one) => one.name === name)
      const key = typeof value === 'boolean' ? 'checked' : 'value'
      if (!field || field[key] === value) continue
      // By the prototype's setter and an event, so that React hears of it too.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), key).set.call(field, value)
      field.dispatchEvent(new Event(key === 'checked' ? 'click' : 'input', { bubbles: true }))
    }
  }
}

// Whoever came here by hand, from an error page that is not ours, has not been told that it was taken.
const sent = document.referrer && sessionStorage.sent
const asksAgain = [...document.querySelectorAll('form[data-keep]')].some((form) => at(form) === sent)
// A page of the signed-in frame that is no failure and does not show the form again: the server took it.
if (sent && document.body.matches('.signed-in:not([data-error])') && !asksAgain) sessionStorage.removeItem(sent)
sessionStorage.removeItem('sent')
restore(document)
document.addEventListener('island:ready', ({ target }) => restore(target.closest('form')?.parentElement ?? target))
