import { drop, empty, era, kept, keptFor, put, save } from './store.js'

const SLOW_MS = 300
/** The line was slow a moment ago: it is not waited for again. */
let isSlow
const KEPT =
  /^\/(|create-job|completed-jobs|history|jobs(\/[\w-]+(\/book)?)?|messages|quotes|waiting|visit(\/[\w-]+)?)$/

const late = new Map()

const NOT_LOGGED_OUT = `<!doctype html><html lang="en-GB"><meta name="viewport" content="width=device-width"><title>Fettle</title>
<h1>Not logged out yet</h1><p>What was kept on this phone is gone. To end the session needs a line: <a href="">Try again</a>`

export async function page(event) {
  const { request, preloadResponse } = event
  const { pathname, search } = new URL(request.url)
  const path = !search && KEPT.test(pathname) ? pathname : ''
  // Also without a line, where the session goes on; and after it, as pages are fetched ahead meanwhile.
  const emptyForAnother = () => /^\/api\/(logout|callback)$/.test(pathname) && empty()
  await emptyForAnother()
  const asIn = era
  const began = Date.now()
  const asked = Promise.resolve(preloadResponse)
    .then((answer) => answer ?? fetch(request))
    .finally(() => (isSlow = Date.now() - began > SLOW_MS))
    .finally(emptyForAnother)
  const settled = asked
    .then((answer) => keep(path, pathname, path ? answer.clone() : answer, asIn, began))
    .catch(() => 'offline')
  event.waitUntil(settled)
  try {
    return await Promise.race([asked, whenSlow(event, path, settled)])
  } catch (error) {
    if (pathname === '/api/logout') return new Response(NOT_LOGGED_OUT, { headers: { 'content-type': 'text/html' } })
    const all = await kept()
    const copy =
      all && ((await shown(all, path || (/^.waiting/.test(search) && pathname), true)) ?? (await notKept(all)))
    if (!copy) throw error
    return copy
  }
}

export async function tellLate(client) {
  client.postMessage((await late.get(client.id)) ?? 'gone')
  late.delete(client.id)
}

/** A page that is asked for anew, and one that is older than what was changed here, is waited for. */
async function whenSlow({ request, resultingClientId }, path, settled) {
  await new Promise((resolve) => setTimeout(resolve, isSlow ? 0 : SLOW_MS))
  const all = /reload|no-cache/.test(request.cache) ? null : await kept()
  const isTrue = all?.about.pages[path]?.at > (all?.about.changed ?? 0)
  const copy = isTrue && (await shown(all, path))
  if (!copy) return new Promise(() => {})
  late.set(resultingClientId, settled)
  return copy
}

async function keep(path, pathname, answer, asIn, at) {
  const who = answer.headers.get('kept-for')
  // The landing page, Login, and what administrators have: nobody is here of whom anything is kept.
  if (answer.ok && !who && /^\/(login|admin.*)?$/.test(pathname)) await empty()
  if (answer.status > 499) return 'offline'
  if (!who || asIn !== era) return 'gone'
  const all = await keptFor(who)
  if (!answer.ok) await drop(all, path)
  else if (path && (all.about.pages[path] || !all.about.only)) await put(all, path, answer, at)
  await save(all)
  return answer.ok ? 'fresh' : 'gone'
}

async function shown(all, path, offline) {
  const known = all.about.pages[path]
  const copy = known && (await all.cache.match(path, { ignoreVary: true }))
  if (!copy) return null
  await save(all)
  const at = new Date(known.at)
  const day =
    at.toDateString() === new Date().toDateString()
      ? ''
      : `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}, `
  return marked(
    copy,
    `<output class="notice row" data-as-of${offline ? '="offline"' : ''}>${offline ? 'Offline. ' : ''}As of ${day}${/[1-9]?\d:../.exec(at)}</output>`,
  )
}

async function marked(copy, line) {
  const text = (await copy.text())
    .replace(/^.*?<main [^>]*>(.*?<header class="page-head.*?<\/header>)?/s, (before) => before + line)
    .replace(/(?<=Key" value=")[^"]+/g, () => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  return new Response(text, copy)
}

const linkTo = (path, title) => `<a href="${path}">${title}</a>`

async function notKept({ cache, about: { pages } }) {
  const frame = await cache.match('/offline', { ignoreVary: true })
  if (!frame) return null
  const items = Object.entries(pages).flatMap(([path, { title }]) => {
    const [, id, form] = /^\/(?:jobs|visit)\/([\w-]+)(.*)/.exec(path) ?? []
    if (path === '/offline' || form || (id && path[1] === 'v')) return []
    const visit = `/visit/${id}`
    return `<li>${linkTo(path, title)}${pages[visit] ? ` · ${linkTo(visit, pages[visit].title)}` : ''}</li>`
  })
  const text = (await frame.text()).replace(/(?<=<ul id="kept"[^>]*>)/, () => items.join(''))
  return new Response(text, frame)
}
