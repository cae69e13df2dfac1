// What is asked again and again is not asked while nobody looks.
document.addEventListener('htmx:config:request', (event) => {
  if (document.hidden && event.detail.ctx.sourceEvent?.type === 'every') event.preventDefault()
})
