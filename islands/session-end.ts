let leaving = false

export function signInAgain(isKept = true): void {
  if (leaving) return
  if (!isKept) {
    const text = 'You are logged out. Log in in another tab: this device does not keep what is here.'
    showToast({ title: 'Unauthorized', text, kind: 'destructive' })
    return
  }
  leaving = true
  showToast({ title: 'Unauthorized', text: 'You are logged out. Logging in again...', kind: 'destructive' })
  const form = document.querySelector('form.completion')
  // The list would not reopen its form: the form's own page shows the draft.
  const id = form?.getAttribute('action')?.split('/')[2]
  const next = id ? `/visit/${id}` : location.pathname
  setTimeout(() => location.assign(`/api/login?next=${encodeURIComponent(next)}`), 500)
}

export function showToast(message: { title: string; text?: string; kind?: 'destructive' }): void {
  document.dispatchEvent(new CustomEvent('toast', { detail: message }))
}
