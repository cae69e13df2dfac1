import { isBeside, open } from './beside.js'
import { current, linkOf, rows } from './rows.js'

const FIELDS = 'input:not([data-tick],[data-tick-shown],[data-tick-all]),select,textarea'

function go(by) {
  const all = rows()
  const at = all.indexOf(current())
  const inView = all.findIndex((row) => row.getBoundingClientRect().top >= 0)
  const row = all[at < 0 ? inView : at + by]
  if (!row) return by > 0 && document.querySelector('main .load-more a')?.focus()
  const tick = document.activeElement.matches('[data-tick]') && row.querySelector('[data-tick]')
  ;(tick || linkOf(row)).focus()
  if (isBeside()) open(row)
}

/** Of what is ticked, else of the row, else of the job that is open beside it. */
function press(key) {
  const bar = document.querySelector('main [data-tick]:checked') && document.querySelector('main [data-ticks]')
  const places = [bar, current(), document.getElementById('dialog')]
  places
    .map((place) => place?.querySelector(`[data-key=${key}]`))
    .find(Boolean)
    ?.click()
}

const ACTS = {
  j: () => go(1),
  k: () => go(-1),
  x: () => current()?.querySelector('[data-tick]')?.click(),
  a: () => press('a'),
  c: () => press('c'),
  '/': () => {
    const field = document.querySelector('main [type=search]')
    field?.focus()
    field?.select()
  },
  '?': () => document.querySelector('[data-keys]')?.click(),
}

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog:modal')) return
  const isTyping = target.matches(FIELDS)
  if (key === 'Escape' && isBeside() && !(isTyping && target.closest('main'))) {
    // Else the browser would close the question that this may open.
    event.preventDefault()
    return document.querySelector('#dialog [data-close]').click()
  }
  if (key === 'Enter' && target.matches('main tr [data-tick]')) {
    event.preventDefault()
    return open(current())
  }
  const letter = key.toLowerCase()
  if (isTyping || !ACTS[letter] || document.querySelector('[data-keys]')?.dataset.keys.includes(letter)) return
  event.preventDefault()
  ACTS[letter]()
})
