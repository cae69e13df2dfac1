import { type Account, displayName, type Person } from '#src/domain/account/account.ts'
import { awayWords } from '#src/domain/account/away.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import type { PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/input/dialog-form.tsx'
import { SelectField } from '../../ui/input/field.tsx'

type Candidate = Pick<Person, 'id' | 'firstName' | 'lastName' | 'company'> & {
  username: string | null
  awayUntil: string | null
}

type HandOverProps = {
  agent: Account
  others: readonly Candidate[]
  deleting: boolean
  chosen?: string
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

/** On a page of its own handing over is left for the agent's page, from which it was reached. */
const backOf = ({ agent, deleting, frame }: HandOverProps) =>
  deleting || !frame
    ? { back: '/admin/accounts', backLabel: 'Back to Account Management' }
    : { back: `/admin/estate-agents/${agent.id}`, backLabel: 'Back to the estate agent' }

const nameOf = (agent: Candidate): string => displayName(agent) || 'No name'
const labelOf = (agent: Candidate): string =>
  [nameOf(agent), agent.company, awayWords(agent)].filter(Boolean).join(', ')
const handOverTitle = ({ agent, deleting }: Pick<HandOverProps, 'agent' | 'deleting'>): string =>
  deleting ? `Delete the estate agent ${nameOf(agent)}?` : `Hand over the jobs of ${nameOf(agent)}`

export function HandOver(props: HandOverProps) {
  const { agent, others, deleting, chosen = '', errors, frame } = props
  const action = `/admin/estate-agents/${agent.id}/${deleting ? 'delete' : 'hand-over'}`
  const name = deleting ? 'handOverTo' : 'to'
  const { back, backLabel } = backOf(props)
  const hasJobs = agent.unfinishedJobs > 0
  return (
    <DialogForm
      title={handOverTitle({ agent, deleting })}
      {...{ frame, back, backLabel, errors, action }}
      form="agent"
      meta={
        <span className="muted">
          {hasJobs ? `${countedJobs(agent.unfinishedJobs)} not finished` : 'No unfinished jobs'}
        </span>
      }
      buttons={
        <>
          <LinkButton href={back} data-close={frame ? undefined : ''}>
            Cancel
          </LinkButton>
          {(hasJobs || deleting) && (
            <Button variant={deleting ? 'danger' : 'primary'} busyLabel={deleting ? 'Deleting...' : 'Handing over...'}>
              {deleting ? (hasJobs ? 'Hand over and delete' : 'Delete') : 'Hand over'}
            </Button>
          )}
        </>
      }
    >
      <p className="form-note">
        {[deleting && hasJobs && NEEDED, deleting ? DELETING : HANDING_OVER].filter(Boolean).join(' ')}
      </p>
      {deleting && <input type="hidden" name="confirmed" value="yes" />}
      {hasJobs && (
        <SelectField
          name={name}
          form="agent"
          label="Who takes them over?"
          value={chosen}
          error={errors?.[name]}
          options={[
            { value: '', label: others.length ? 'Choose an estate agent' : 'There is no other estate agent' },
            ...others.map((one) => ({ value: one.id, label: labelOf(one) })),
          ]}
        />
      )}
    </DialogForm>
  )
}

const HANDING_OVER =
  'All jobs that are not finished, with their quotes, go to another estate agent, who decides on them from then on. ' +
  'Both are told by e-mail where they have an address.'
const NEEDED = 'Their unfinished jobs and pending quotes need somebody who decides.'
const DELETING = 'They can no longer sign in. Their name stays on past work. This action cannot be undone.'
