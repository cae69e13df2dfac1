// Keeps the text of form[data-keep] on this device until the server has accepted it.

import { draftName, forgetDraft, keepDraft, keptDraft } from '../islands/drafts.ts'

const form = document.querySelector('form[data-keep]')
const line = form.querySelector('[data-kept]')
const key = form.elements.formKey
const ownKey = key.value
const name = draftName(document.body.dataset.user, form.dataset.keep)
const texts = () => [...form.elements].filter((field) => field.name && /^(text|select)/.test(field.type))

const keep = () => keepDraft(name, { key: key.value, values: texts().map((field) => [field.name, field.value]) })

function restore() {
  const draft = keptDraft(name)
  for (const [name, value] of draft?.values ?? []) {
    const field = form.elements[name]
    // Text typed before this script came is newer.
    if (!field || field.value === value || isTyped(field)) continue
    field.value = value
    line.hidden = false
  }
  if (line.hidden) return
  key.value = draft.key
  // What is folded away would be sent unseen, and photos that nothing has fetched would not be.
  form.querySelector('details').open = true
}

const isTyped = ({ value, defaultValue = value }) => value !== defaultValue

line.querySelector('button').addEventListener('click', () => {
  forgetDraft(name)
  form.reset()
  key.value = ownKey
  line.hidden = true
  texts()[0].focus()
})
form.addEventListener('input', keep)
// A refused form stands here as it was typed, under a new key.
if (document.body.matches('[data-error]')) keep()
else restore()
