let leaving = false

/** The session has ended: says so, and leads to the sign-in and back here. What was typed is kept meanwhile. */
export function signInAgain(): void {
  if (leaving) return
  leaving = true
  say({ title: 'Unauthorized', text: 'You are logged out. Logging in again...', kind: 'destructive' })
  const form = document.querySelector('form.completion')
  // The list does not reopen the form it had open: the form's own page shows what was kept.
  const id = form?.getAttribute('action')?.split('/')[2]
  const next = id ? `/visit/${id}` : location.pathname
  setTimeout(() => location.assign(`/api/login?next=${encodeURIComponent(next)}`), 500)
}

/** Shows a toast by the page's own script. */
export function say(message: { title: string; text?: string; kind?: 'destructive' }): void {
  document.dispatchEvent(new CustomEvent('toast', { detail: message }))
}
