import { KEY_NAMES, KEYS } from '#src/domain/account/preferences.ts'
import type { PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'

const ACTION = '/profile/keys'
const TITLE = 'Keys'

const KeysForm = ({ off, page }: { off: string; page: boolean }) => (
  <form method="post" action={ACTION} hx-disable="find button" {...inDialog(page, ACTION)}>
    <p className="form-note">
      In an administrator's lists, where no field has the focus. Enter opens a row, and again leads into what is open.
      Escape closes it.
    </p>
    <fieldset className="field">
      <legend>Keys that work</legend>
      {KEY_NAMES.map((key) => (
        <label key={key} className="shortcut">
          <input type="checkbox" name="on" value={key} defaultChecked={!off.includes(key)} />
          <kbd>{key}</kbd>
          <span>{KEYS[key]}</span>
        </label>
      ))}
    </fieldset>
    <div className="row end">
      <Button name="on" value="none" busyLabel="Turning off...">
        Turn All Off
      </Button>
      <Button variant="primary" busyLabel="Saving...">
        Save Keys
      </Button>
    </div>
  </form>
)

export const Keys = ({ off, frame }: { off: string; frame?: PageFrame }) => (
  <DialogFrame title={TITLE} frame={frame} back="/profile" backLabel="Back to Profile" width="narrow">
    <KeysForm off={off} page={Boolean(frame)} />
  </DialogFrame>
)

export const KeysCard = ({ off }: { off: string }) => (
  <Card id="keys-card" title={TITLE}>
    <KeysForm page off={off} />
  </Card>
)
