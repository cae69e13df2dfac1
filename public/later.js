// Stands in a page that brings its own files, and loads the scripts once there is something to see.
const place = document.currentScript
const { scripts, modules, last } = place.dataset
let { sheet, touched } = place.dataset
const add = (tag, attributes) => document.head.appendChild(Object.assign(document.createElement(tag), attributes))

let begun
function begin() {
  if (begun) return
  begun = true
  for (const href of modules?.split(' ') ?? []) add('link', { rel: 'modulepreload', href })
  const added = scripts
    .split(' ')
    .map((src) => add('script', { src, async: false, type: src.includes('/island-') ? 'module' : '' }))
  // htmx begins in a turn of its own.
  added.at(-1).onload = () => setTimeout(end)
}

function end() {
  for (const field of document.querySelectorAll('search [name], [name][hx-trigger]')) {
    const first = field.options ? (field.querySelector('[selected]') ?? field.options[0]).value : field.defaultValue
    if (field.value !== first) field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  place.remove()
  for (const src of last?.split(' ') ?? []) add('script', { src })
  if (document.querySelector('.signed-in [method=post] .input')) touch()
}
new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
// Some browsers do not tell of it.
setTimeout(begin, 1000)

// The page has the rules of what it shows: what opens or changes needs the others, and the next page the file; and the
// script for whoever touches it. Without a line the next touch asks again.
function touch() {
  if (!sheet) return
  if (touched) add('script', { src: touched }).onload = () => (touched = '')
  const href = sheet
  sheet = ''
  add('link', { rel: 'stylesheet', href }).onerror = ({ target }) => {
    target.remove()
    sheet = href
  }
}
for (const kind of ['pointerover', 'pointerdown', 'keydown', 'htmx:config:request'])
  document.addEventListener(kind, touch, true)
// Left before its scripts were here, it would come back without asking whose it is.
addEventListener('pagehide', () => {
  const { body, documentElement } = document
  if (place.isConnected && body.dataset.user) documentElement.style.visibility = 'hidden'
})
addEventListener('pageshow', ({ persisted }) => persisted && place.isConnected && location.reload())
