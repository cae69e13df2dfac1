// What is kept belongs to one session, whose name is the cache's; there is never more than one.

const WEEK = 7 * 86_400_000
// Written one after the other: a browser that is killed in one of them has the other.
const ABOUT = ['/offline/pages', '/offline/about']

let mine = open().catch(() => null)

/** Grows when everything goes, and with each change: what was asked for before is not kept after. */
export let era = 0

async function open() {
  const name = (await caches.keys()).find((one) => one !== 'files')
  if (!name) return null
  const cache = await caches.open(name)
  const [read, spare] = ABOUT.map((key) => async () => (await cache.match(key)).json())
  return { who: name, cache, about: await read().catch(spare) }
}

async function clear() {
  era++
  for (const name of await caches.keys()) if (name !== 'files') await caches.delete(name)
  return null
}

export const empty = () => (mine = mine.then(clear).catch(() => null))

export async function kept() {
  const all = await mine
  return all && Math.abs(Date.now() - all.about.used) > WEEK ? empty() : all
}

export const keptFor = (who) =>
  (mine = mine
    .then(async (all) => {
      if (all?.who === who) return all
      await clear()
      return { who, cache: await caches.open(who), about: { used: Date.now(), pages: {} } }
    })
    .catch(() => null))

let saved = mine

export const save = ({ cache, about }) =>
  (saved = saved
    .then(async () => {
      about.used = Date.now()
      for (const key of ABOUT) await cache.put(key, new Response(JSON.stringify(about)))
    })
    .catch(() => {}))

/** What was kept before this phone's last change would deny it. */
export async function noteChange() {
  era++
  const all = await kept()
  if (!all) return
  Object.assign(all.about, { changed: Date.now(), filled: 0 })
  await save(all)
}

const NOT_KEPT = ['content-encoding', 'content-length', 'speculation-rules', 'set-cookie']

export async function put({ cache, about }, path, answer, at) {
  const text = (await answer.text()).replace(/(<section id="toasts"[^>]*>).*?(?=<\/section>)/s, '$1')
  const headers = new Headers(answer.headers)
  for (const name of NOT_KEPT) headers.delete(name)
  await cache.put(path, new Response(text, { headers }))
  about.pages[path] = {
    at,
    tag: headers.get('etag'),
    title: /<title>(.*) – Fettle/.exec(text)?.[1],
    photos: text.match(/\/objects\/[^"?]+\?w=\d+/g) ?? [],
  }
}

export async function drop({ cache, about }, path) {
  delete about.pages[path]
  await cache.delete(path, { ignoreVary: true })
}
