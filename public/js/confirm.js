// A form with data-confirm-title asks before it is sent. The server sees that it was asked by `confirmed=yes`.

function ask(form, submitter) {
  const box = document.getElementById('confirm')
  const { confirmTitle, confirmText, confirmAction, confirmSafe, confirmCheck, confirmCheckLabel, confirmCheckAction } =
    form.dataset
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
  box.onclose = () => {
    if (box.returnValue !== 'yes') return
    add(form, 'confirmed', 'yes')
    if (tick.checked) add(form, confirmCheck, 'true')
    form.requestSubmit(submitter)
  }
  box.showModal()
}

function add(form, name, value) {
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value, className: 'answer' }))
}

// Before htmx hears of the submit, so that forms with and without htmx are asked alike.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (!form.dataset.confirmTitle) return
    if (form.elements.confirmed) {
      // The answer counts once.
      setTimeout(() => form.querySelectorAll('.answer').forEach((input) => void input.remove()))
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    ask(form, event.submitter)
  },
  true,
)
