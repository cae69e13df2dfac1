// What this device keeps of unfinished forms (islands/drafts.ts, islands/kept-photos.ts) is for one person only.

const { user, taken } = document.body.dataset

/** Forgets all drafts, or those for which `isGone`. */
function forget(isGone = () => true) {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('draft:') && isGone(name)) localStorage.removeItem(name)
}

function forgetEverything() {
  forget()
  indexedDB.deleteDatabase('fettle')
}

try {
  // An ended session keeps what its person typed, for them alone.
  if (user && localStorage.keptFor !== user) forgetEverything()
  if (user) localStorage.keptFor = user
  if (taken) forget((name) => localStorage[name].includes(taken))
} catch {
  // A browser that keeps nothing has nothing to forget.
}
document.addEventListener('click', ({ target }) => target.closest('[href="/api/logout"]') && forgetEverything())
