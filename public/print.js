document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-print]')) print()
})
