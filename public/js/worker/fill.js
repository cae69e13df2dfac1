import { drop, empty, era, kept, keptFor, put, save } from './store.js'

const PAUSE_MS = 5 * 60_000
const MOST_A_DAY = 2_000_000
const MOST_FILES = 60

let running
export const fill = () =>
  (running ??= fetchAhead()
    .catch(() => {})
    .finally(() => (running = undefined)))

/** In a way that marks no message as read. */
const ask = (path, tag) =>
  fetch(path, {
    headers: { 'fettle-prefetch': '1', ...(tag && { 'if-none-match': tag }) },
    redirect: 'manual',
    cache: tag ? 'no-store' : 'default',
    priority: 'low',
  })

async function fetchAhead() {
  if (navigator.connection?.saveData) return
  const before = (await kept())?.about
  const asIn = era
  const asked = Date.now()
  if (before && Math.abs(asked - before.filled) < PAUSE_MS) return
  const opened = Object.keys(before?.pages ?? {}).map((path) => ['opened', path])
  const answer = await ask(`/offline/pages?${new URLSearchParams(opened)}`)
  // A redirect that is not followed has no status.
  if (/^0|40[13]/.test(answer.status)) return empty()
  if (!answer.ok) return
  const { who, only, version, build, pages, files } = await answer.json()
  if (asIn !== era) return
  const all = await keptFor(who)
  const { about } = all
  for (const path of Object.keys(about.pages)) if (!pages.includes(path)) await drop(all, path)
  Object.assign(about, { only, filled: asked })
  const today = new Date().toDateString()
  if (about.day !== today) Object.assign(about, { day: today, bytes: 0 })
  const began = era
  const spend = async (url, tag) => {
    if (about.bytes > MOST_A_DAY || era !== began) throw new Error('enough')
    const got = await ask(url, tag)
    about.bytes += +got.headers.get('content-length') || (got.ok ? 5000 : 300)
    return got
  }
  try {
    for (const path of pages) await keepPage(all, path, asked, version, spend)
    const shell = await caches.open('files')
    for (const url of files) if (!(await shell.match(url, { ignoreVary: true }))) await keepFile(shell, url, spend)
    for (const { url } of (await shell.keys()).slice(0, -MOST_FILES)) await shell.delete(url, { ignoreVary: true })
    await keepPhotos(all, spend)
    about.version = version
    await registration.navigationPreload?.setHeaderValue(build)
  } finally {
    if ((await kept()) === all) await save(all)
  }
}

async function keepPage(all, path, asked, version, spend) {
  const { about } = all
  const known = about.pages[path]
  const isSame = known?.tag && about.version === version
  const answer = isSame ? { status: 304 } : await spend(path, known?.tag)
  if (answer.status === 304) known.at = asked
  else if (answer.ok && answer.headers.get('kept-for') === all.who) await put(all, path, answer, asked)
  else if (answer.status < 500) await drop(all, path)
}

async function keepFile(cache, url, spend) {
  const answer = await spend(url)
  if (answer.ok) await cache.put(url, answer)
}

async function keepPhotos({ cache, about }, spend) {
  const photos = new Set(Object.values(about.pages).flatMap((page) => page.photos))
  for (const { url } of await cache.keys()) {
    const path = url.slice(location.origin.length)
    if (path.startsWith('/objects/') && !photos.delete(path)) await cache.delete(path, { ignoreVary: true })
  }
  for (const path of photos) await keepFile(cache, path, spend)
}
