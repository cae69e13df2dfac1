import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  CREATION_FAILED,
  emptyFields,
  generatePassword,
  MISSING_INFORMATION,
  NEW_ACCOUNTS,
  type NewCredentials,
} from '#src/domain/account/account.ts'
import { AccountForm, type AccountFormProps, INVITE } from '#views/accounts/admin/create.tsx'
import { AccountCreated } from '#views/accounts/admin/created.tsx'
import { Button } from '#views/ui/button.tsx'
import { newKey } from '#views/ui/input/new-key.ts'
import { rememberFocus } from './before.ts'
import { draftName, forgetDraft } from './drafts.ts'
import { type AccountOutcome, sendAccount, sendInvitation } from './send-account.ts'
import { showToast, signInAgain } from './session-end.ts'

type Props = Omit<AccountFormProps, 'handlers'>

const textsOf = (form: HTMLFormElement | null): Record<string, string> =>
  form ? Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) : {}

export default function AccountGenerator({ kind, ...given }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(() => ({ ...given.values, ...textsOf(plainForm()) }))
  const [generated, setGenerated] = useState(given.generated)
  const [errors, setErrors] = useState(given.errors)
  const [busy, setBusy] = useState(false)
  const [created, setCreated] = useState<NewCredentials>()
  const [round, setRound] = useState(0)
  const key = useRef('')
  const [putFocusBack] = useState(rememberFocus)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the island takes the plain form's place
  useLayoutEffect(() => {
    // The plain form's password is no default value: what was typed so far is put back.
    const field = host.current?.querySelector<HTMLInputElement>('input[type=password]')
    if (field && values.password) field.value = values.password
    putFocusBack()
  }, [])
  useEffect(() => {
    if (errors) host.current?.querySelector<HTMLElement>('.error-summary')?.focus()
  }, [errors])
  useEffect(() => {
    if (created) host.current?.querySelector<HTMLElement>('#account-created')?.focus()
  }, [created])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const typed = textsOf(event.currentTarget)
    const invites = (event.nativeEvent.submitter as HTMLButtonElement | null)?.name === INVITE
    if (!invites && emptyFields(kind, typed).length > 0) {
      showToast({ title: MISSING_INFORMATION, text: NEW_ACCOUNTS[kind].missing, kind: 'destructive' })
      event.currentTarget.querySelector<HTMLElement>(`[name=${emptyFields(kind, typed)[0]}]`)?.focus()
      return
    }
    setBusy(true)
    key.current ||= newKey()
    receive(await (invites ? sendInvitation : sendAccount)(kind, typed, key.current))
    setBusy(false)
  }

  function startAnew(): void {
    const form = host.current?.querySelector('form')
    if (form) forgetDraft(draftName(document.body.dataset.user ?? '', form.getAttribute('action') ?? ''))
    setValues({})
    setGenerated(undefined)
    setRound((before) => before + 1)
    renewList()
  }

  function receive(outcome: AccountOutcome): void {
    if (outcome.type !== 'lost') key.current = ''
    setErrors(outcome.type === 'refused' ? outcome.errors : undefined)
    switch (outcome.type) {
      case 'created':
        setCreated(outcome.account)
        startAnew()
        showToast(NEW_ACCOUNTS[kind].created)
        return
      case 'invited':
        startAnew()
        showToast({ title: 'Invitation Sent', text: `A link to set a password goes to ${outcome.email}.` })
        return
      case 'signedOut':
        signInAgain()
        return
      case 'refused':
        showToast({ title: CREATION_FAILED, text: Object.values(outcome.errors)[0], kind: 'destructive' })
        return
      case 'failed':
        renewList()
        showToast({ title: CREATION_FAILED, text: outcome.message, kind: 'destructive' })
        return
      case 'lost':
        showToast({ title: CREATION_FAILED, text: 'No answer came. Please try again.', kind: 'destructive' })
    }
  }

  const clear = (
    <Button type="button" size="small" onClick={() => setCreated(undefined)}>
      Clear
    </Button>
  )
  return (
    <div ref={host}>
      {created && <AccountCreated account={created} clear={clear} />}
      <AccountForm
        key={round}
        kind={kind}
        values={values}
        errors={errors}
        generated={generated}
        handlers={{ onSubmit: (event) => void submit(event), onGenerate: () => setGenerated(generatePassword()), busy }}
      />
    </div>
  )
}

const renewList = () => document.dispatchEvent(new CustomEvent('accountCreated'))

const plainForm = () => document.querySelector<HTMLFormElement>('react-island[name=account-generator] form')
