document.addEventListener('htmx:after:swap', () => {
  for (const line of document.querySelectorAll('[data-shown]')) {
    const words = line.textContent.replace(/\d+/, document.querySelectorAll(line.dataset.shown).length)
    if (words !== line.textContent) line.textContent = words
  }
})
