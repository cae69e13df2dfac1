import { addKey, isSentLater, keepForm } from './outbox.js'
import { reread } from './refresh.js'

const AGAIN_MS = 10_000
const PATIENCE_MS = 5000
const { user } = document.body.dataset
const opened = new Date().toTimeString().slice(0, 5).replace(/^0/, '')
const OFFLINE = 'Offline. '

let line = document.querySelector('[data-as-of="offline"]')
let timer
let renewing

const needsLine = (element) => {
  const what = element.matches('search,search *')
    ? 'Searching everything'
    : `“${(element.textContent || 'This').trim()}”`
  const detail = { title: 'No connection', text: `${what} needs a line. Nothing was lost.`, kind: 'destructive' }
  document.dispatchEvent(new CustomEvent('toast', { detail }))
}

export function atTop(text) {
  const made = Object.assign(document.createElement('p'), { className: 'notice', textContent: text })
  made.setAttribute('role', 'status')
  const head = document.querySelector('.page-head')
  if (head) head.after(made)
  else document.getElementById('main').prepend(made)
  return made
}

/** No portal of a hotel answers like this; undefined without a line. */
async function asked() {
  try {
    const answer = await fetch('/api/auth/user', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    const { id, code } = await answer.json()
    if (!id && !code) return
    if (id !== user) navigator.serviceWorker?.controller?.postMessage('ended')
    return true
  } catch {}
}

export async function suspect() {
  clearTimeout(timer)
  const isThere = await asked()
  clearTimeout(timer)
  if (!isThere) {
    line ??= document.querySelector('[data-as-of]') ?? atTop(`As of ${opened}`)
    if (!line.textContent.startsWith(OFFLINE)) line.prepend(OFFLINE)
    timer = setTimeout(() => document.hidden || suspect(), AGAIN_MS)
  } else if (line) {
    line.remove()
    globalThis.outbox?.sendAll(true)
    // What is pressed meanwhile goes after it: a form that is put in its place loses its answer.
    renewing ??= reread()
    await renewing
    line = renewing = null
  }
  return isThere
}

if (line) suspect()
for (const kind of ['online', 'offline']) addEventListener(kind, suspect)
document.addEventListener('visibilitychange', () => line && !document.hidden && suspect())
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  suspect()
  const form = ctx?.sourceElement
  if (form?.method === 'post' && isSentLater(form)) keepForm(form, true).catch(() => {})
})

document.addEventListener(
  'submit',
  async (event) => {
    const { target, submitter } = event
    if (isSentLater(target)) addKey(target)
    if ((!line && navigator.onLine) || target.method === 'dialog' || target.matches('.completion')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isSentLater(target)) keepForm(target).catch(() => needsLine(submitter ?? target))
    else if (await suspect()) target.requestSubmit(submitter)
    else needsLine(submitter ?? target)
  },
  true,
)
document.addEventListener('htmx:config:request', (event) => {
  const { ctx } = event.detail
  if (!line || /every/.test(ctx.sourceEvent?.type)) return
  const { href } = ctx.sourceElement
  if (href) {
    event.preventDefault()
    location.assign(href)
  }
  // With a question htmx waits for the answer to `htmx:confirm`.
  ctx.confirm = OFFLINE
})
document.addEventListener('htmx:confirm', async (event) => {
  event.preventDefault()
  const { ctx, issueRequest, dropRequest } = event.detail
  if (await suspect()) return issueRequest()
  dropRequest()
  needsLine(ctx.sourceElement)
})
