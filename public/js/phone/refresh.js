import { isChanged } from '../changed.js'
import { leaving } from '../leaving.js'

const isTouched = (form) => form.method === 'post' && (isChanged(form) || form.contains(document.activeElement))

/** What moves under a finger is not pressed. */
export async function released() {
  while (leaving || document.querySelector(':active')) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Puts what is new in its place, unless a form is open in a card; what is typed, focus and place of the page stay. */
async function show(text) {
  await released()
  if (!text) return
  // Without its head: what a first page brings in it is refused here.
  const fresh = new DOMParser().parseFromString(text.slice(text.indexOf('<body')), 'text/html')
  if (fresh.body.dataset.user !== document.body.dataset.user) return leave()
  if (document.querySelector('li .completion')) return
  const spared = [...document.forms].filter(isTouched)
  spared.push(document.getElementById('toasts'))
  for (const one of spared) one.toggleAttribute('hx-morph-skip')
  const target = document.getElementById('main')
  htmx.config.history = false
  await htmx
    .swap({ text: fresh.getElementById('main').outerHTML, target, swap: 'outerMorph', sourceElement: target })
    .catch(() => {})
  htmx.config.history = true
  for (const one of spared) one.toggleAttribute('hx-morph-skip')
}

/** What was typed stays where it is, and is judged when it is sent. */
const leave = () => leaving || [...document.forms].some(isChanged) || location.reload()

/** Of the page under a dialog, whose address stands in its place. */
const here = () => (document.querySelector('#dialog[open]') ? history.state.below : location.href)

export async function refresh() {
  const kept = await caches.match(here(), { ignoreVary: true })
  return kept ? show(await kept.text()) : reread()
}

export async function reread() {
  const answer = await fetch(here()).catch(() => {})
  // Stays without a line, on a failing server, and where a visit was recorded meanwhile (409), which says so itself.
  if (answer?.ok && !answer.redirected) await show(await answer.text().catch(() => {}))
  else if (answer?.status < 409) leave()
}
