import { savePhoto } from '#islands/photos/saved-photos.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import { askFirst, element, tellByToast } from './element.ts'
import { isLocked, type OutboxItem } from './item.ts'
import type { OutboxNews } from './send.ts'
import { TITLES } from './words.ts'

const { store, sendAll, tell } = globalThis.outbox!
const user = document.body.dataset.user ?? ''
const list = document.getElementById('waiting')!
// It is this script's: what the server has of the page says nothing of it.
list.setAttribute('hx-morph-skip', '')
const isContractor = list.dataset.reader === 'contractor'
const progress = new Map<string, string>()

const timeOf = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

function stateOf(item: OutboxItem): string {
  const { doneAt, refused, key } = item
  if (doneAt) return `Sent at ${timeOf(doneAt)}`
  if (refused) return 'Needs your attention'
  const now = progress.get(key)
  if (now) return now
  return isLocked(item) ? 'Waiting to send: it may have arrived, which is being looked up' : 'Waiting to send'
}

const nothing = element('p', {}, 'Nothing waits: all that was done here is sent.')
let turn = 0
let cards = new Map<string, HTMLElement>()
async function show(): Promise<void> {
  const own = ++turn
  const items = (await store.all()).filter((item) => item.user === user)
  const states = items.map((item) => JSON.stringify([item.key, stateOf(item), item.place, item.refused]))
  const made = await Promise.all(items.map((item, at) => cards.get(states[at]!) ?? row(item)))
  if (own !== turn) return
  cards = new Map(made.map((card, at) => [states[at]!, card]))
  const shown: Element[] = made.length ? made : [nothing]
  // A card that has not changed stays: its button may be being pressed, and screen readers read what is new.
  for (const old of [...list.children])
    if (!shown.includes(old)) old.replaceWith(...shown.filter(({ id }) => id === old.id))
  list.append(...shown.filter((card) => !card.isConnected))
}

async function row(item: OutboxItem): Promise<HTMLElement> {
  const { act, refused, text, recordedAt, doneAt, lane, place } = item
  const title = `${TITLES[act]}${place ? ` · ${place}` : ''}`
  const reasons = refused ? [refused.message, ...refused.fields, refused.meanwhile ?? ''].filter(Boolean) : []
  const name = element('h2', {}, act === 'job' ? title : element('a', { href: `/jobs/${lane}` }, title))
  const state = element('span', { className: `badge ${refused ? 'red' : doneAt ? 'green' : ''}` }, stateOf(item))
  return element(
    'li',
    { className: 'card', id: item.order },
    element('header', { className: 'row' }, name, state),
    ...reasons.map((reason) => element('p', { className: 'field-error' }, reason)),
    element('p', { className: 'preserve' }, text),
    await photos(item),
    element('p', { className: 'hint' }, `Recorded at ${timeOf(Date.parse(recordedAt))}`),
    buttons(item),
  )
}

async function photos({ photos }: OutboxItem): Promise<HTMLElement> {
  const found = await Promise.all(photos.map(store.photo))
  const shown = found.flatMap((photo) => {
    if (!photo) return []
    const src = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
    return element('img', { src, alt: photo.name, width: 56, height: 56, onload: () => URL.revokeObjectURL(src) })
  })
  return element('div', { className: 'row' }, ...shown)
}

function buttons(item: OutboxItem): HTMLElement {
  const { act, refused, key, doneAt } = item
  const button = (words: string, onclick: () => unknown, look = 'secondary') =>
    element('button', { type: 'button', className: `button ${look} small`, onclick }, words)
  const may = !doneAt && !isLocked(item)
  const isLate = isContractor && refused && [403, 404, 409].includes(refused.status) && act !== 'job'
  return element(
    'div',
    { className: 'row end' },
    ...(doneAt || refused ? [] : [button('Try Now', () => sendAll(true))]),
    ...(isLate ? [button('Send to the Administrators', () => sendLate(item), 'primary')] : []),
    ...(may && item.draft ? [button('Change', () => change(item))] : []),
    ...(may ? [button('Drop', () => askToDrop(key, TITLES[act]), 'quiet')] : []),
  )
}

async function sendLate({ key, act, text, body, lane }: OutboxItem): Promise<void> {
  const late = { text: text || TITLES[act], outcome: act, ...(body.visitDate ? { visitDate: body.visitDate } : {}) }
  const fresh = { key: newKey(), tries: 0, after: 0, refused: undefined, sent: undefined, triedAt: undefined }
  await store.update(key, { ...fresh, path: `/api/jobs/${lane}/late-records`, method: 'POST', body: late })
  tell({ key: fresh.key })
  void sendAll(true)
  await show()
}

async function change(item: OutboxItem): Promise<void> {
  const { name, text } = item.draft!
  const notChanged = (why: string) => tellByToast('Not changed', why, 'destructive')
  if (localStorage.getItem(name))
    return notChanged('Another unsent text of yours is in that form. Send or discard it first.')
  const draft = { ...JSON.parse(text), at: Date.now() }
  const photosKey = newKey()
  if (draft.key) draft.key = newKey()
  if (draft.keys) draft.keys = [newKey(), photosKey].slice(0, draft.keys.length)
  const form = draft.key ? name.replace(/^draft:/, '') : photosKey
  const isKept = await putBack(item, JSON.stringify(draft), form).catch(() => false)
  if (isKept && (await store.drop(item.key))) {
    tell({ key: item.key })
    return location.assign(item.page)
  }
  localStorage.removeItem(name)
  if (isKept) return show()
  notChanged('This phone has no room for it.')
}

/** Its text before anything is awaited: another press finds it. */
async function putBack({ draft: before, photos }: OutboxItem, text: string, draft: string): Promise<boolean> {
  localStorage.setItem(before!.name, text)
  for (const [index, id] of photos.entries()) {
    const photo = await store.photo(id)
    if (!photo) continue
    const blob = new Blob([photo.bytes], { type: photo.type })
    const saved = { ...{ id, name: photo.name, draft, blob, shrunk: false }, order: Date.now() + index }
    if (!(await savePhoto({ ...saved, path: null, storedAt: null }))) return false
  }
  return true
}

function askToDrop(key: string, title: string): void {
  const drop = async () => {
    if (!(await store.drop(key))) tellByToast('Not dropped', 'It has just been sent.', 'destructive')
    tell({ key })
    await show()
  }
  const text = 'It is removed from this phone with its photos, and never sent.'
  askFirst({ title: `Drop “${title}”?`, text, yes: 'Drop' }, drop)
}

new BroadcastChannel('outbox').onmessage = ({ data }: MessageEvent<OutboxNews>) => {
  if ('key' in data) {
    const { key, photo, of } = data
    if (photo === undefined) progress.delete(key)
    else progress.set(key, of ? `Sending (${photo} of ${of} photos)` : 'Sending')
  }
  void show()
}
void show()
