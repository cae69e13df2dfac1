import { atTop, suspect } from './line.js'
import { refresh, reread } from './refresh.js'

const { serviceWorker } = navigator

const whenIdle = (work) => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(work), 2000)
const tell = (what) => serviceWorker.controller?.postMessage(what)

function offer(worker) {
  const line = atTop('New version. ')
  const button = Object.assign(document.createElement('button'), {
    className: 'button secondary small',
    textContent: 'Reload',
  })
  button.onclick = () => {
    worker.postMessage('now')
    location.reload()
  }
  line.append(button)
}

let waiting
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
  whenIdle(() => registration.active?.postMessage('fill'))
  document.addEventListener('visibilitychange', () => document.hidden || registration.update().catch(() => {}))
}

if (serviceWorker) {
  serviceWorker.onmessage = ({ data }) => {
    if (data === 'offline') suspect()
    if (data === 'new') offer(waiting)
    if (data === 'fresh') refresh()
    if (data === 'gone') reread()
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
