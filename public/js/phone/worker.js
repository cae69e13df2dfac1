import { atTop, notice, suspect, tell } from './line.js'
import { refresh, reread } from './refresh.js'

const { serviceWorker } = navigator

let waiting
function offer() {
  const line = notice('New version. <button class="button secondary small">Reload</button>')
  line.lastChild.onclick = ({ target }) => {
    target.disabled = true
    // Who reloads while the worker takes over may wait ten seconds for an answer.
    serviceWorker.oncontrollerchange = () => location.reload()
    waiting.postMessage('now')
  }
  atTop(line)
  document.addEventListener('htmx:after:swap', () => atTop(line))
}

function look(worker) {
  if (!worker || !serviceWorker.controller) return
  waiting = worker
  // It takes over at once where this page is of its build; else it says 'new'.
  const ask = () => worker.state === 'installed' && worker.postMessage(BUILD)
  worker.onstatechange = ask
  ask()
}

async function begin() {
  const registration = await serviceWorker.register('/sw.js')
  look(registration.waiting)
  registration.onupdatefound = () => look(registration.installing)
  setTimeout(() => registration.active?.postMessage('fill'), 2000)
  document.addEventListener('visibilitychange', () => document.hidden || registration.update().catch(() => {}))
}

if (serviceWorker) {
  serviceWorker.onmessage = ({ data }) => {
    ;({ offline: suspect, new: offer, fresh: refresh, gone: reread })[data]?.()
  }
  if (document.querySelector('[data-as-of=""]')) tell('late')
  document.addEventListener(
    'htmx:after:request',
    ({ detail: { ctx } }) => ctx.request.method !== 'GET' && tell('changed'),
  )
  document.addEventListener('outbox:sent', () => {
    tell('changed')
    if (!document.querySelector('.completion')) reread()
  })
  begin().catch(() => {})
}
