// The service worker of agents and contractors: they go on reading without a line.
import { fill } from './js/worker/fill.js'
import { page, tellLate } from './js/worker/page.js'
import { sendOrKeep, sendWaiting } from './js/worker/send.js'
import { empty, kept, noteChange } from './js/worker/store.js'

importScripts(OUTBOX)

addEventListener('install', () => registration.active ?? skipWaiting())
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  const { request, clientId } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method !== 'GET') {
    event.waitUntil(noteChange())
    if (request.mode === 'navigate') sendOrKeep(event)
  } else if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request))
  else if (pathname.startsWith('/objects/')) event.respondWith(photoFor(request))
  // What Back brings asks whose it is. Who asks for a line asks without any cache.
  else if (pathname === '/api/auth/user' && request.cache === 'default') event.respondWith(whoever(request))
  else if (request.headers.has('hx-ptag')) event.respondWith(polled(request, clientId))
})

addEventListener('sync', (event) => event.waitUntil(sendWaiting()))

let isTaken
addEventListener('message', (event) => {
  const { data, source } = event
  const done = { fill, ended: empty, changed: noteChange, late: () => tellLate(source) }[data]?.()
  if (done) event.waitUntil(done)
  else {
    // A page that is reloaded for it may be there before it has taken over.
    isTaken ||= data === BUILD || data === 'now'
    if (isTaken) skipWaiting()
    else source.postMessage('new')
  }
})

async function fileFor({ url }) {
  const known = await caches.match(url, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(url)
  if (answer.ok && !url.endsWith('.json') && (await kept())) (await caches.open('files')).put(url, answer.clone())
  return answer
}

const photoFor = async (request) =>
  (await (await kept())?.cache.match(request.url, { ignoreVary: true })) ?? fetch(request)

async function whoever(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const mine = await kept()
    if (!mine) throw error
    return new Response(JSON.stringify({ id: mine.who.split('.')[0] }))
  }
}

async function polled(request, clientId) {
  try {
    const answer = await fetch(request)
    if (answer.status === 401) await empty()
    return answer
  } catch {
    const client = await clients.get(clientId)
    client?.postMessage('offline')
    return new Response(null, { status: 304 })
  }
}
