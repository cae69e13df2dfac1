// Loads with the first touch what only a touch needs, body[data-touched], and holds what that would answer until it is here.
import { sayOffline } from './failures.js'

const ANSWERED =
  '[data-dialog],[data-confirm-title] button,[hx-target="#dialog"],[data-copy],[data-untick],[data-tick],[data-tick-all],[data-tick-shown]'
const missing = new Set(document.body.dataset.touched?.split(' '))
let loading = false
let held = []

const add = (src) =>
  new Promise((settle) => {
    const onload = () => settle(missing.delete(src))
    document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror: settle }))
  })

async function load() {
  if (loading || !missing.size) return
  loading = true
  document.dispatchEvent(new Event('touched'))
  await Promise.all([...missing].map(add))
  loading = false
  const events = held
  held = []
  if (!missing.size) for (const event of events) event.target.dispatchEvent(new event.constructor(event.type, event))
  else if (events.length) sayOffline()
}

function hold(event) {
  const { type, target, key, ctrlKey, metaKey, shiftKey } = event
  const isAnswered = target.closest?.(type === 'click' ? ANSWERED : '[data-tick]')
  if (!missing.size || !isAnswered || (key && !/^(Arrow(Up|Down)|[jk])$/.test(key))) return
  // A link's own window or tab.
  if (target.closest('a') && (ctrlKey || metaKey || shiftKey)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held.push(event)
}

for (const kind of ['pointerdown', 'keydown', 'click', 'htmx:config:request'])
  document.addEventListener(kind, load, true)
// A tooltip comes under a mouse that only rests.
document.addEventListener('pointerover', ({ target }) => target.closest?.('[data-tooltip]') && load())
for (const kind of ['keydown', 'click']) document.addEventListener(kind, hold, true)
