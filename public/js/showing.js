// Counts 'Showing 50 of 514 jobs' anew as rows are loaded, narrowed and deleted.

document.addEventListener('htmx:after:swap', () => {
  for (const line of document.querySelectorAll('[data-shown]')) {
    const words = line.textContent.replace(/\d+/, document.querySelectorAll(line.dataset.shown).length)
    if (words !== line.textContent) line.textContent = words
  }
})
