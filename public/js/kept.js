// What this device keeps of unfinished forms (islands/drafts.ts, islands/kept-photos.ts) is for one person only.

const { user, taken } = document.body.dataset

/** Forgets the drafts that have `text` in them: all, without. */
function forget(text = '') {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('draft:') && localStorage[name].includes(text)) localStorage.removeItem(name)
}

function forgetEverything() {
  forget()
  indexedDB.deleteDatabase('fettle')
}

try {
  // An ended session keeps what its person typed, for them alone.
  if (user && localStorage.keptFor !== user) forgetEverything()
  if (user) localStorage.keptFor = user
  if (taken) forget(taken)
} catch {
  // A browser that keeps nothing has nothing to forget.
}
document.addEventListener('click', ({ target }) => target.closest('[href="/api/logout"]') && forgetEverything())
