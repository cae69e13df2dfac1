import type { ReactNode } from 'react'
import type { Preference } from '#src/domain/account/preferences.ts'
import { Button } from '../ui/button.tsx'

export const PLOTS = 'plots'
const FOLD: Preference = 'plotsFolded'

const ActivityLinks = () => (
  <>
    <h2>Activity</h2>
    <a href="/admin/actions">Done at once</a>
    <a href="/admin/figures">Figures</a>
  </>
)

/** Whether they are folded away is kept for this person. */
export const Plots = ({ folded, children }: { folded?: boolean; children?: ReactNode }) => (
  <div id={PLOTS} className="plots">
    <div className="list-head">
      <ActivityLinks />
      <form
        method="post"
        action="/profile/preferences"
        hx-post="/profile/preferences"
        hx-target={`#${PLOTS}`}
        hx-swap="outerHTML"
      >
        <input type="hidden" name="preference" value={FOLD} />
        <input type="hidden" name="value" value={folded ? 'off' : 'on'} />
        <input type="hidden" name="back" value={`/?part=${PLOTS}`} />
        <Button id="fold-plots" size="small">
          {folded ? 'Show the plots' : 'Fold away'}
        </Button>
      </form>
    </div>
    {children}
  </div>
)

/** They stand below everything: they come when somebody scrolls there. */
export const PlotsLater = () => (
  <div id={PLOTS} className="plots" hx-get={`/?part=${PLOTS}`} hx-trigger="revealed" hx-swap="outerHTML">
    <div className="list-head">
      <ActivityLinks />
      <a href={`/?part=${PLOTS}#${PLOTS}`}>Show the plots</a>
    </div>
  </div>
)
