import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

// For Login and the profile. What goes wrong here leaves the password's form as it is.
const form = document.querySelector('[data-passkey]')
const { answer, identifier } = form?.elements ?? {}
const status = form?.querySelector('[role=status]')
const typed = document.querySelector('[autocomplete~=webauthn]')
const FRESH = 8 * 60_000
let asked

async function ask() {
  asked = Date.now()
  const question = await fetch(`${form.getAttribute('action')}/question`)
  if (!question.ok) throw new Error(question.statusText)
  return { optionsJSON: await question.json() }
}

async function send(start, more) {
  answer.value = JSON.stringify(await start({ ...(await ask()), ...more }))
  if (identifier) identifier.value = typed?.value ?? ''
  form.requestSubmit()
}

/** Waits until a passkey is chosen among what the browser offers for the field. */
const offer = () =>
  PublicKeyCredential.isConditionalMediationAvailable?.()
    .then((is) => is && send(startAuthentication, { useBrowserAutofill: true }))
    .catch(() => {})

const signal = (name, about) => PublicKeyCredential[name]?.(about)?.catch(() => {})

function begin() {
  form.hidden = false
  document.querySelector('.needs-passkeys')?.remove()
  const { passkey, party, handle, accepted, unknown } = form.dataset
  const isNew = passkey === 'add'
  if (isNew)
    signal('signalAllAcceptedCredentials', {
      rpId: party,
      userId: handle,
      allAcceptedCredentialIds: accepted ? accepted.split(' ') : [],
    })
  if (unknown) signal('signalUnknownCredential', { rpId: party, credentialId: unknown })
  form.addEventListener('submit', async (event) => {
    if (answer.value) return
    event.preventDefault()
    event.stopPropagation()
    status.textContent = ''
    try {
      await send(isNew ? startRegistration : startAuthentication)
    } catch ({ name }) {
      status.textContent = isNew
        ? name === 'InvalidStateError'
          ? 'This device has a passkey for your account already.'
          : 'No passkey was added.'
        : typed
          ? 'No passkey was used. Your password works as before.'
          : 'No passkey was used.'
      if (typed) offer()
    }
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) answer.value = ''
  })
  if (!typed) return
  offer()
  typed.addEventListener('focus', () => Date.now() - asked > FRESH && offer())
}

if (form && browserSupportsWebAuthn()) begin()
