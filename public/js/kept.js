const { user, taken } = document.body.dataset

function forget(text = '') {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('draft:') && localStorage[name].includes(text)) localStorage.removeItem(name)
}

function forgetEverything() {
  forget()
  indexedDB.deleteDatabase('fettle')
}

try {
  // After a session has ended its user's drafts stay, for them alone.
  if (user && localStorage.keptFor !== user) forgetEverything()
  if (user) localStorage.keptFor = user
  if (taken) forget(taken)
} catch {}
document.addEventListener('click', ({ target }) => target.closest('[href="/api/logout"]') && forgetEverything())
