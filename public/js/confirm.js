// Asks before a form with data-confirm-title is sent, which then has `confirmed=yes`.

export function ask(
  { confirmTitle, confirmText, confirmAction, confirmSafe, confirmCheck, confirmCheckLabel, confirmCheckAction },
  act,
  from,
) {
  const box = document.getElementById('confirm')
  const label = box.querySelector('label')
  const tick = box.querySelector('input')
  const yes = box.querySelector('[value=yes]')
  yes.className = confirmSafe === undefined ? 'button danger' : 'button primary'
  box.querySelector('h2').textContent = confirmTitle
  box.querySelector('p').textContent = confirmText
  label.hidden = !confirmCheck
  label.lastElementChild.textContent = confirmCheckLabel
  tick.checked = false
  tick.onchange = () => {
    yes.textContent = tick.checked ? confirmCheckAction : confirmAction
  }
  tick.onchange()
  box.returnValue = ''
  box.onclose = () => {
    if (box.returnValue) act(tick.checked)
    // Some browsers do not focus a pressed button, and so do not return to it.
    else from?.focus()
  }
  box.close()
  box.showModal()
}

function add(form, name, value) {
  const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
  form.append(input)
  setTimeout(() => input.remove())
}

// In the capture phase, before htmx, so that all forms are asked alike.
document.addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event
    const { dataset } = form
    if (!dataset.confirmTitle || form.elements.confirmed) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const send = (ticked) => {
      add(form, 'confirmed', 'yes')
      if (ticked) add(form, dataset.confirmCheck, 'true')
      // A poll may have taken it away under the question.
      form.isConnected || document.body.append(form)
      form.requestSubmit(submitter)
    }
    ask(dataset, send, submitter)
  },
  true,
)
