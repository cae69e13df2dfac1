// Rows that are ticked to be changed together: counts and sums them, takes ranges, moves by keys.

import { pounds, typedPence } from '#src/domain/money.ts'

const form = () => document.querySelector('[data-ticks]')
const ticks = () => [...document.querySelectorAll('[data-tick]')]
let last
let shift = false

for (const kind of ['keydown', 'keyup', 'pointerdown'])
  document.addEventListener(kind, ({ shiftKey }) => (shift = shiftKey), true)

const penceOf = (tick) =>
  typedPence(tick.dataset.amount ?? tick.closest('tr')?.querySelector('[data-fee]')?.value ?? '')

function count() {
  for (const fee of document.querySelectorAll('[data-fee]')) {
    const send = fee.closest('tr').querySelector('a[href*="/invoice"]')
    send.search = `amount=${encodeURIComponent(fee.value)}`
  }
  const bar = form()
  if (!bar) return
  // Ticks are not typed text, of whose loss the browser would warn.
  for (const tick of [...ticks(), ...bar.querySelectorAll('[data-tick-all]')]) tick.defaultChecked = tick.checked
  const ticked = ticks().filter(({ checked }) => checked)
  const all = bar.querySelector('[data-tick-all]:checked')
  const pence = all ? 0 : ticked.reduce((sum, tick) => sum + penceOf(tick), 0)
  const words = `${all ? all.dataset.tickAll : ticked.length} selected${pence ? `, ${pounds(pence)}` : ''}`
  const output = bar.querySelector('output')
  if (output.textContent !== words) output.textContent = words
  const shown = document.querySelector('[data-tick-shown]')
  if (!shown) return
  shown.checked = ticked[0] && ticked.length === ticks().length
  shown.indeterminate = ticked[0] && !shown.checked
}

function untickAll() {
  const all = form()?.querySelector('[data-tick-all]')
  if (all) all.checked = false
}

function set(chosen, checked) {
  for (const tick of chosen) tick.checked = checked
  if (!checked) untickAll()
  count()
}

function clear() {
  set(ticks(), false)
  const target = last?.isConnected ? last : ticks()[0]
  target?.focus()
}

document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-untick]')) return clear()
  if (target.matches('[data-tick-shown]')) return set(ticks(), target.checked)
  if (target.matches('[data-tick-all]')) return target.checked ? set(ticks(), true) : count()
  if (!target.matches('[data-tick]')) return
  const rows = ticks()
  const [from, to] = [rows.indexOf(last), rows.indexOf(target)].sort((a, b) => a - b)
  set(shift && from >= 0 ? rows.slice(from, to + 1) : [target], target.checked)
  last = target
})

const STEPS = { ArrowDown: 1, ArrowUp: -1 }

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog:modal')) return
  const typing = target.matches('input:not([type=checkbox]),select')
  if (key === 'Escape' && !typing && !document.querySelector('dialog[open]') && ticks().some(({ checked }) => checked))
    return clear()
  if (!target.matches('[data-tick]') || !STEPS[key]) return
  event.preventDefault()
  const rows = ticks()
  rows[rows.indexOf(target) + STEPS[key]]?.focus()
})

document.addEventListener('input', ({ target }) => target.matches('[data-fee]') && count())

function settle(result) {
  result.removeAttribute('data-done')
  // A row's value may name more than its id.
  for (const tick of ticks()) tick.checked = result.querySelector(`[data-refused="${tick.value.slice(0, 36)}"]`)
  untickAll()
  const target = result.querySelector('h2') ?? (last?.isConnected ? last : ticks()[0])
  // The dialog closes after this, and gives the focus back to its button, which is gone with the bar.
  setTimeout(() => target?.focus(), 50)
}

document.addEventListener('htmx:after:swap', () => {
  const result = document.querySelector('[data-done]')
  if (result) settle(result)
  count()
})
count()
