// Asks before a form with data-confirm-title is sent, which then has `confirmed=yes`.

// Without scripts the server asks on a page of its own. The safe button has the focus.
function add(body) {
  body.insertAdjacentHTML(
    'beforeend',
    `<dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text" role="alertdialog">
<form method="dialog"><h2 id="confirm-title"></h2><p id="confirm-text"></p>
<label class="confirm-check"><input type="checkbox"><span></span></label>
<div class="row end"><button class="button secondary" value="" autofocus>Cancel</button><button value="yes"></button></div></form></dialog>`,
  )
  return body.lastElementChild
}

export function ask(
  { confirmTitle, confirmText, confirmAction, confirmSafe, confirmCheck, confirmCheckLabel, confirmCheckAction },
  act,
) {
  const box = document.getElementById('confirm') ?? add(document.body)
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

function answer(form, name, value) {
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
      answer(form, 'confirmed', 'yes')
      if (ticked) answer(form, form.dataset.confirmCheck, 'true')
      form.requestSubmit(event.submitter)
    })
  },
  true,
)
