import { leave, leaving } from './leaving.js'
import { toast } from './toast.js'

export function sayOffline() {
  toast({ title: 'No connection', text: 'Check your connection and try again. Nothing was lost.', kind: 'destructive' })
}

let offline

document.addEventListener('htmx:response:error', ({ detail: { ctx } }) => {
  const { status } = ctx.response
  if (status === 401 && !leaving) {
    leave()
    toast({ title: 'Unauthorized', text: 'You are logged out. Logging in again...', kind: 'destructive' })
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p class="loading" role="status"><span class="spinner"></span> Loading...</p>',
    )
    const next = encodeURIComponent(location.pathname + location.search)
    setTimeout(() => location.assign(`/api/login?next=${next}`), 500)
  }
  if (status > 499 && ctx.sourceEvent?.type !== 'every' && !ctx.hx?.trigger) {
    toast({ title: 'Something went wrong', text: 'Please try again in a moment.', kind: 'destructive' })
  }
})

// What is asked by itself, or while one types, tells of its failure once.
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  if (!ctx || leaving || (offline && /every|input/.test(ctx.sourceEvent?.type))) return
  offline = true
  sayOffline()
})
document.addEventListener('htmx:after:request', () => (offline = false))
