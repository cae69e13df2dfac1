// What a row opens is #dialog, but not modal: dialog.js fills it, gives it its address and closes it.

import { choose, current, linkOf, rows } from './rows.js'

const wide = matchMedia('(width >= 1280px)')
const dialog = () => document.getElementById('dialog')
const heading = () => dialog().querySelector('h2')
export const isBeside = () => dialog().matches('[open]:not(:modal)')
const hasFocus = () => dialog().contains(document.activeElement)

const opens = (row, path) => linkOf(row)?.pathname === path
const rowOf = (path) => [current(), ...rows()].find((row) => row && `${path}/`.startsWith(`${linkOf(row)?.pathname}/`))
const shown = () => isBeside() && rowOf(location.pathname)

export function open(row) {
  choose(row)
  row.scrollIntoView({ block: 'nearest' })
  linkOf(row).click()
}

let status
function say(words) {
  status ??= Object.assign(document.createElement('p'), { className: 'visually-hidden' })
  status.setAttribute('role', 'status')
  if (!status.isConnected) document.querySelector('main').append(status)
  status.textContent = words
}

let marked
function mark() {
  marked?.removeAttribute('aria-current')
  marked = linkOf(shown() || undefined)
  marked?.setAttribute('aria-current', 'true')
}

// Whatever stands above the rows is narrower then, and higher: the row stays where it was looked at.
let top
const topOf = () => current()?.getBoundingClientRect().top
const keepTop = () => top && scrollBy({ top: topOf() - top, behavior: 'instant' })
for (const kind of ['click', 'htmx:before:history:restore'])
  addEventListener(kind, () => (top = isBeside() && topOf()), true)

function beModal() {
  top = topOf()
  dialog().open = false
  keepTop()
  dialog().showModal()
}

let step
const beyond = (by) => rows()[rows().indexOf(shown()) + by]

function addSteps() {
  const place = Object.assign(document.createElement('span'), { className: 'row' })
  for (const [textContent, by] of [
    ['Previous', -1],
    ['Next', 1],
  ]) {
    const onclick = () => {
      step = by
      open(beyond(by))
    }
    const words = { type: 'button', className: 'button small', textContent, disabled: !beyond(by), onclick }
    place.append(Object.assign(document.createElement('button'), words))
  }
  dialog().querySelector('.dialog-head > a').before(place)
  if (step) place.children[step < 0 ? 0 : 1].focus()
  step = 0
}

addEventListener(
  'htmx:before:swap',
  ({ detail: { ctx, tasks } }) => {
    if (ctx.target !== dialog()) return
    const path = ctx.url && new URL(ctx.url, location).pathname
    ctx.row = path && rowOf(path)
    ctx.stays = ctx.row || hasFocus() || dialog().contains(ctx.sourceElement) || tasks[0]?.target !== dialog()
    ctx.beside = wide.matches && ctx.row && opens(ctx.row, path)
    // The list keeps the focus.
    if (ctx.beside && !hasFocus())
      for (const { fragment } of tasks) fragment.querySelector('[autofocus]')?.removeAttribute('autofocus')
  },
  true,
)

addEventListener(
  'htmx:after:swap',
  ({ detail: { ctx } }) => {
    const box = dialog()
    if (isBeside() && ctx.target === box && !ctx.stays) {
      beModal()
    } else if (ctx.beside && !box.open) {
      if (!ctx.known) history.pushState(null, '', ctx.url)
      top = topOf()
      box.open = true
      keepTop()
      if (document.activeElement === document.body) linkOf(ctx.row).focus()
    }
  },
  true,
)

// After dialog.js, which gives what is shown its address.
document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
  mark()
  if (ctx.target !== dialog() || !isBeside()) return
  if (shown()) addSteps()
  if (!hasFocus()) say(`${heading().textContent}, beside the list`)
})

// Pressed again, the link of what is shown leads into it.
document.addEventListener(
  'click',
  (event) => {
    const link = event.target.closest('main [data-dialog]')
    if (!event.isTrusted || !isBeside() || link?.pathname !== location.pathname) return
    event.preventDefault()
    event.stopPropagation()
    heading().focus()
  },
  true,
)

// What was done stays in sight; who has assigned a job goes on to the next that waits for it.
addEventListener(
  'closeDialog',
  (event) => {
    const row = shown()
    // Of a row whose form is gone: what is beside the list stays, unless it was that row's.
    if (!dialog().contains(event.target)) return row || (isBeside() && dialog().close())
    if (!row || event.target.closest('[data-leaves]')) return
    event.stopPropagation()
    const later = rows().slice(rows().indexOf(row) + 1)
    const next = location.pathname.endsWith('/assign') && later.find((one) => one.querySelector('[data-key=a]'))
    const isElsewhere = document.activeElement.closest('main')
    dialog().replaceChildren()
    open(next || row)
    if (!isElsewhere) linkOf(current()).focus()
  },
  true,
)

document.addEventListener(
  'close',
  ({ target }) => {
    mark()
    if (target === dialog()) keepTop()
    if (target === dialog() && document.activeElement === document.body) linkOf(current())?.focus()
  },
  true,
)
// The list beside it is another now.
addEventListener('htmx:after:history:update', () => isBeside() && dialog().close(), true)

wide.addEventListener('change', () => !wide.matches && isBeside() && beModal())
