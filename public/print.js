// What is further down would be missing on paper.
for (const image of document.images) image.loading = 'eager'

document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-print]')) print()
})
