const say = (detail) => document.dispatchEvent(new CustomEvent('toast', { detail }))

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]')
  if (!button) return
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    say({ title: 'Copied', text: `${button.dataset.copyWhat} copied to clipboard` })
  } catch {
    say({ title: 'Not copied', text: 'Select the text and copy it by hand.', kind: 'destructive' })
  }
})
