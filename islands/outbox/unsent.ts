import type { SavedPhoto } from '#islands/photos/saved-photos.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import { askFirst, element, tellByToast } from './element.ts'
import { completeForms, keepForm } from './forms.ts'
import type { OutboxItem } from './item.ts'
import type { OutboxNews } from './send.ts'
import { countOf, markOf } from './words.ts'

const LOOK_MS = 20_000
const user = document.body.dataset.user ?? ''
const { store, sendAll, isEarlier } = globalThis.outbox!

const mine = async (): Promise<OutboxItem[]> => (await store.all()).filter((item) => item.user === user && !item.doneAt)

const line = element('p', { className: 'notice', id: 'unsent' })
line.setAttribute('role', 'status')
let signedOut = false

async function noticePlace({ key, lane, body }: OutboxItem): Promise<void> {
  const page = await globalThis.caches?.match(`/jobs/${lane}`, { ignoreVary: true })
  const [, title] = /<title>(.*) – Fettle/.exec((await page?.text()) ?? '') ?? []
  await store.update(key, { place: String(body.propertyName ?? title ?? '') })
}

let turn = 0
async function show(): Promise<void> {
  const own = ++turn
  const items = await mine()
  for (const item of items) if (item.place === undefined) await noticePlace(item)
  const words = countOf(items)
  const full = words && (await isNearlyFull()) && 'This phone is nearly full: make room.'
  if (own !== turn) return
  for (const mark of document.querySelectorAll('.unsent')) mark.remove()
  const text = [words, words && signedOut && 'Log in to send', full].filter(Boolean).join('. ')
  if (line.textContent !== text)
    line.replaceChildren(element('a', { href: signedOut ? '/api/login?next=/waiting' : '/waiting' }, text))
  if (!text) line.remove()
  else if (!line.isConnected && location.pathname !== '/waiting') document.querySelector('.page-head')?.after(line)
  if (items.length)
    document
      .querySelector('.bottom-bar [href="/"]')
      ?.append(element('span', { className: 'unsent badge', ariaLabel: words }, String(items.length)))
  for (const item of items) mark(item)
}

function mark(item: OutboxItem): void {
  const made = element('p', { className: 'unsent notice' }, markOf(item))
  const { act, lane, page, key } = item
  if (location.pathname.includes(lane)) {
    document.querySelector('.page-head')?.after(made)
    const form = document.querySelector<HTMLElement>('.completion')
    if (form && (page === location.pathname || act === 'done') && isEarlier(key)) form.hidden = true
  } else {
    const card = document.querySelector(`.card[id$="${lane}"]`)
    card?.append(made)
    for (const form of card?.querySelectorAll<HTMLFormElement>('form:not(.completion)') ?? [])
      form.hidden ||= /^(done|hand|(start|return).+start$)/.test(act + form.action)
  }
}

async function isNearlyFull(): Promise<boolean> {
  const { usage = 0, quota = 1 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage > 0.8 * quota
}

type KeptForm = HTMLFormElement & { wholePhotos?(): Promise<SavedPhoto[]> | undefined }

async function keep(form: KeptForm, sent?: URLSearchParams): Promise<void> {
  const action = form.getAttribute('action')!
  const typed = () => new URLSearchParams(new FormData(form) as never)
  const fields = Object.fromEntries(sent ?? typed())
  try {
    const photos = await form.wholePhotos?.()
    const isWhole = await keepForm({ action, fields, user, mayHaveArrived: Boolean(sent), photos })
    if (!isWhole) return tellByToast('Not kept', 'Something is missing.', 'destructive')
    tellByToast('Kept on this phone', 'It is sent as soon as there is a line.')
  } catch {
    return tellByToast('Not kept', 'This phone has no room for it. Please leave this page open.', 'destructive')
  }
  renew(form, sent && `${sent}` !== `${typed()}`)
  if (action === '/create-job' && navigator.serviceWorker?.controller) location.assign('/waiting')
  else void sendAll()
}

function renew(form: HTMLFormElement & { ownKeys?: string[] }, isChanged?: boolean): void {
  const keys = [...form.querySelectorAll<HTMLInputElement>('[name$=Key]')]
  for (const field of keys) field.value = newKey()
  form.ownKeys &&= keys.map(({ value }) => value)
  if (isChanged) return void form.dispatchEvent(new Event('input', { bubbles: true }))
  form.reset()
  form.closest('dialog')?.close()
  if (/(start|mark-complete)$/.test(form.getAttribute('action')!)) form.remove()
}

function askBeforeLeaving(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[href="/api/logout"]')
  if (!link || link.dataset.asked || !(line.isConnected || document.querySelector('.unsent'))) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const leave = () => {
    link.dataset.asked = 'yes'
    link.click()
  }
  const text = 'They stay on this phone for you, unseen by others, and are sent when you log in here again.'
  askFirst({ title: 'Log out with things unsent?', text, yes: 'Log Out' }, leave, link)
}

new BroadcastChannel('outbox').onmessage = ({ data }: MessageEvent<OutboxNews>) => {
  if ('signedOut' in data) signedOut ||= data.signedOut === user
  else if (data.done) {
    signedOut = false
    void renewPage(data.key)
  } else if (!data.photo) void backgroundSync()
  void show()
}

async function renewPage(key: string): Promise<void> {
  const sent = (await store.all()).find((item) => item.key === key)
  if (sent?.page === location.pathname && isEarlier(key) && /visit/.test(sent.page)) location.assign('/jobs')
  else document.dispatchEvent(new Event('outbox:sent'))
}

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Not in every browser; where the page is open it sends itself. */
async function backgroundSync(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register('outbox').catch(() => {})
}

for (const kind of ['online', 'pageshow']) addEventListener(kind, () => void sendAll(true))
document.addEventListener('visibilitychange', () => document.hidden || void sendAll(true))
setInterval(async () => document.hidden || ((await mine()).length && sendAll()), LOOK_MS)
document.addEventListener('htmx:after:swap', () => void show())
document.addEventListener('click', askBeforeLeaving, true)

async function begin(): Promise<void> {
  const complete = async () => completeForms(await mine())
  await (navigator.locks?.request('outbox forms', complete) ?? complete())
  await show()
  await sendAll(true)
}
void begin()

declare global {
  var unsent: { keep: typeof keep } | undefined
}
globalThis.unsent = { keep }
