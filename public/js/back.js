import { sayOffline } from './failures.js'
import { user } from './kept.js'

const { style } = document.documentElement
const AGAIN_MS = 5000

/** A page that Back shows as it was left shows nothing of its person until the server has said who is signed in. */
async function look() {
  try {
    const answer = await fetch('/api/auth/user', { signal: AbortSignal.timeout(AGAIN_MS) })
    if (answer.status > 499) throw answer
    const { id } = await answer.json()
    if (id === user) style.visibility = ''
    // Not reload(), which would send a form again.
    else location.replace(location.pathname + location.search)
  } catch {
    sayOffline()
    setTimeout(look, AGAIN_MS)
  }
}

// Before it is put away: what came back would be seen for a moment.
addEventListener('pagehide', () => {
  if (user) style.visibility = 'hidden'
})
addEventListener('pageshow', ({ persisted }) => persisted && user && look())
