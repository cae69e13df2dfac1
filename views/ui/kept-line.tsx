import { Button } from './button.tsx'

/** In a form[data-keep]: shown when what was typed before was filled in again. */
export const KeptLine = () => (
  <div className="notice" role="status" data-kept="" hidden>
    <p>Your unsent text is back.</p>
    <Button type="button" size="small">
      Discard
    </Button>
  </div>
)
