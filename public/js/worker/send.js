import { kept, noteChange } from './store.js'

const SENT_LATER = /^\/(create-job|jobs\/([^/]+)\/(start|book|messages))$/

/** A form whose answer is lost waits; a page makes the call of it. */
export function sendOrKeep(event) {
  const { request } = event
  const [path, , lane] = SENT_LATER.exec(new URL(request.url).pathname) ?? []
  if (!path) return
  const filled = request.clone().formData()
  const later = async (error) => {
    const form = Object.fromEntries(await filled)
    const user = (await kept())?.who.split('.')[0]
    if (!user || !form.formKey) throw error
    await outbox.put({
      key: form.formKey,
      user,
      lane: lane ?? form.formKey,
      act: 'job',
      path,
      form,
      body: form,
      triedAt: Date.now(),
    })
    return Response.redirect('/waiting', 303)
  }
  event.respondWith(fetch(request).catch(later).finally(noteChange))
}

/** Fails while something waits: then the browser asks again, some minutes later. */
export async function sendWaiting() {
  await outbox.sendAll(true)
  await noteChange()
  if ((await outbox.store.all()).some(({ doneAt, refused }) => !doneAt && !refused)) throw new Error('later')
}
