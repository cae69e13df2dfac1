// Keeps what is typed into a form on this device until the server has taken it: over a reload, a lost connection and an
// ended session, and on iPhones, which ask nothing before a page is left.

import { draftName, forgetDraft, keepDraft, savedDraft } from '../../islands/drafts.ts'
import { baseOf, isBox, stateOf } from '../../islands/field-state.ts'

const FORMS = '.signed-in form[method=post][action]:not(.completion)'
const nameOf = (form) => draftName(document.body.dataset.user, form.dataset.draft ?? form.getAttribute('action'))
const fieldsOf = ({ elements }) =>
  [...elements].filter(({ name, type }) => name && !/hidden|password|search|file|Key$|submit/i.test(type + name))
const keysOf = ({ elements }) => [...elements].filter(({ name }) => /Key$/.test(name))
const keyOf = (field) => (isBox(field) ? field.name + field.value : field.name)
const isRefused = (form) => form.closest('[data-error]') ?? form.querySelector('.field-error,.error-summary')

function keep(form) {
  const name = nameOf(form)
  // A refused form was shown with what had been typed.
  const before = isRefused(form) && savedDraft(name)?.values
  const values = {}
  let typed = form.querySelector('[type=hidden][name=images]')
  for (const field of fieldsOf(form)) {
    const value = stateOf(field)
    const base = before?.[keyOf(field)]?.[0] ?? baseOf(field)
    if (value === base) continue
    values[keyOf(field)] = [base, value]
    typed ||= !isBox(field) && !field.options
  }
  if (typed)
    form.toggleAttribute('data-kept', keepDraft(name, { keys: keysOf(form).map(({ value }) => value), values }))
  else forgetDraft(name)
}

function restore(form) {
  if (form.ownKeys || !fieldsOf(form)[0]) return
  const keys = keysOf(form)
  form.ownKeys = keys.map(({ value }) => value)
  // Reloaded, the page of a refusal would be sent again as it was; asked for, it has what was corrected since.
  const draft = isRefused(form) ? history.replaceState(history.state, '') : savedDraft(nameOf(form))
  if (!draft) return keep(form)
  let isBack = !Object.keys(draft.values)[0]
  const back = (field, value) => {
    if (isBox(field)) field.checked = value
    else field.value = value
    // What is folded away would be sent unseen, and photos that nothing has fetched would not be.
    const fold = field.closest('details')
    if (fold) fold.open = true
  }
  const outdated = []
  for (const field of fieldsOf(form)) {
    const [base, value] = draft.values[keyOf(field)] ?? []
    const now = baseOf(field)
    // What was typed before this script came is newer.
    if (value === undefined || value === now || stateOf(field) !== now) continue
    isBack = true
    if (base === now) back(field, value)
    else outdated.push(value)
  }
  if (!isBack) return keep(form)
  for (const [at, field] of keys.entries()) back(field, draft.keys[at])
  form.insertAdjacentHTML(
    'afterbegin',
    '<div class="notice" role="status" data-back><p></p><button type="reset" class="button secondary small">Discard</button></div>',
  )
  form.querySelector('[data-back] p').textContent = outdated[0]
    ? `Changed meanwhile, so your unsent text is not back here: ${outdated.join(', ')}`
    : 'Your unsent text is back.'
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

const look = () => document.querySelectorAll(FORMS).forEach(restore)
for (const kind of ['htmx:after:swap', 'island:ready']) document.addEventListener(kind, look)
document.addEventListener('input', ({ target }) => {
  const form = target.form ?? target
  if (form.matches(FORMS)) keep(form)
})
document.addEventListener('reset', ({ target }) => {
  if (!target.ownKeys) return
  forgetDraft(nameOf(target))
  target.querySelector('[data-back]')?.remove()
  for (const [at, field] of keysOf(target).entries()) field.value = target.ownKeys[at]
  fieldsOf(target)[0].focus()
})
look()
