import { KEY_NAMES, KEYS } from '#src/domain/account/preferences.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'

const ACTION = '/profile/keys'
const TITLE = 'Keys'

type KeysProps = { off: string; page?: boolean }

const KeysForm = ({ off, page }: KeysProps) => (
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

export const Keys = ({ off, page }: KeysProps) => (
  <DialogFrame title={TITLE} back="/profile" page={page}>
    <KeysForm off={off} page={page} />
  </DialogFrame>
)

export const KeysPage = ({ frame, off }: { frame: PageFrame; off: string }) => (
  <Page {...frame} title={TITLE} width="narrow" back={{ href: '/profile', label: 'Back to Profile' }}>
    <Keys page off={off} />
  </Page>
)

export const KeysCard = ({ off }: { off: string }) => (
  <Card id="keys-card" title={TITLE}>
    <KeysForm page off={off} />
  </Card>
)
