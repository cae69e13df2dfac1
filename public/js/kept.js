export const { user } = document.body.dataset

function forget(text = '') {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('draft:') && (name + localStorage[name]).includes(text)) localStorage.removeItem(name)
}

function forgetEverything() {
  forget()
  indexedDB.deleteDatabase('fettle')
}

/** The server names what it has taken by the form's key, else by its path. */
function forgetTaken() {
  const [, text] = /taken=([^;]+)/.exec(document.cookie) ?? []
  if (!text) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every phone
  document.cookie = 'taken=;max-age=0;path=/'
  forget(decodeURIComponent(text))
}

try {
  // After a session has ended its user's drafts stay, for them alone.
  if (user && localStorage.keptFor !== user) forgetEverything()
  if (user) localStorage.keptFor = user
  forgetTaken()
} catch {}
document.addEventListener('htmx:after:request', forgetTaken)
document.addEventListener('click', ({ target }) => target.closest('[href="/api/logout"]') && forgetEverything())
