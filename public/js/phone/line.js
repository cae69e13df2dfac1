import { addKey, isSentLater, keepForm } from './outbox.js'
import { released, reread } from './refresh.js'

const AGAIN_MS = 10_000
const PATIENCE_MS = 5000
const opened = /[1-9]?\d:../.exec(new Date())
const OFFLINE = 'Offline. '

let line = document.querySelector('[data-as-of="offline"]')
let timer
let renewing

export const tell = (what) => navigator.serviceWorker?.controller?.postMessage(what)

const needsLine = (element) => {
  const what = element.matches('search,search *') ? 'Searching everything' : 'This'
  const detail = { title: 'No connection', text: `${what} needs a line. Nothing was lost.`, kind: 'destructive' }
  document.dispatchEvent(new CustomEvent('toast', { detail }))
}

/** No `p`, which what is made new would take for one of its own. */
export const notice = (innerHTML) =>
  Object.assign(document.createElement('output'), { className: 'notice row', innerHTML })

/** Also where the page was made new in its place. */
export const atTop = (made) => made.isConnected || document.querySelector('h1').closest('#main>*').after(made)

/** No portal of a hotel answers like this; undefined without a line. */
async function asked() {
  try {
    const answer = await fetch('/api/auth/user', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    const { id, code } = await answer.json()
    if (!id && !code) return
    if (id !== document.body.dataset.user) tell('ended')
    return true
  } catch {}
}

export async function suspect() {
  const isThere = await asked()
  clearTimeout(timer)
  if (!isThere) {
    await released()
    line ??= document.querySelector('[data-as-of]') ?? notice(`As of ${opened}`)
    atTop(line)
    if (!/^Off/.test(line.textContent)) line.prepend(OFFLINE)
    timer = setTimeout(() => document.hidden || suspect(), AGAIN_MS)
  } else if (line) {
    globalThis.outbox?.sendAll(true)
    // What is pressed meanwhile goes after it: a form that is put in its place loses its answer.
    renewing ??= reread().then(released, released)
    await renewing
    line?.remove()
    line = renewing = null
  }
  return isThere
}

if (line) suspect()
document.addEventListener('htmx:after:swap', () => line && atTop(line))
addEventListener('online', suspect)
addEventListener('offline', suspect)
document.addEventListener('visibilitychange', () => line && !document.hidden && suspect())
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  suspect()
  const form = ctx?.sourceElement
  if (form?.method === 'post' && isSentLater(form)) keepForm(form, ctx.request.body).catch(() => {})
})

document.addEventListener(
  'submit',
  async (event) => {
    const { target, submitter } = event
    if (isSentLater(target)) addKey(target)
    if ((!line && navigator.onLine) || target.matches('[method=dialog],.completion')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isSentLater(target)) keepForm(target).catch(() => needsLine(target))
    else if (await suspect()) target.requestSubmit(submitter)
    else needsLine(target)
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
