// Asks before a form with data-confirm-title is sent, which then has `confirmed=yes`.

export function ask(
  { confirmTitle, confirmText, confirmAction, confirmSafe, confirmCheck, confirmCheckLabel, confirmCheckAction },
  act,
) {
  const box = document.getElementById('confirm')
  const [label, tick] = [box.querySelector('label'), box.querySelector('input')]
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
  box.onclose = () => box.returnValue === 'yes' && act(tick.checked)
  box.close()
  box.showModal()
}

function add(form, name, value) {
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value, className: 'answer' }))
}

// In the capture phase, before htmx, so that all forms are asked alike.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (!form.dataset.confirmTitle) return
    if (form.elements.confirmed) {
      setTimeout(() => form.querySelectorAll('.answer').forEach((input) => void input.remove()))
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    ask(form.dataset, (ticked) => {
      add(form, 'confirmed', 'yes')
      if (ticked) add(form, form.dataset.confirmCheck, 'true')
      form.requestSubmit(event.submitter)
    })
  },
  true,
)
