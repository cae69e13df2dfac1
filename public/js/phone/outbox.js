import { newKey } from '../../../views/ui/input/new-key.ts'

const load = (src) =>
  new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror }))
  })

let loaded
/** Rejects where there is neither a line nor the script on this phone. */
globalThis.loadOutbox = () =>
  (loaded ??= load(OUTBOX)
    .then(() => load(UNSENT))
    .then(() => document.getElementById('waiting') && load(WAITING))
    .catch((error) => {
      loaded = undefined
      throw error
    }))

const SENT_LATER = /^\/(create-job|jobs\/[^/]+\/(start|book|(mark-)?complete|messages))$/
export const isSentLater = (form) => SENT_LATER.test(form.getAttribute('action'))

/** A form that has none gets one, by which its repeat is known. */
export function addKey(form) {
  if (!form.elements.formKey)
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'formKey', value: newKey() }))
}

/** `sent`: the body whose answer was lost. */
export const keepForm = (form, sent) => loadOutbox().then(() => unsent.keep(form, sent))

const hasOutbox = () =>
  new Promise((resolve) => {
    const request = indexedDB.open('fettle-outbox')
    request.onupgradeneeded = () => request.transaction.abort()
    request.onerror = () => resolve()
    request.onsuccess = () => resolve(!request.result.close())
  })

async function look() {
  if (document.getElementById('waiting') || [...document.forms].some(isSentLater) || (await hasOutbox()))
    await loadOutbox()
}
look().catch(() => {})
