import { Button } from './button.tsx'

/** Shown in a form[data-keep] when kept text was filled in again. */
export const KeptLine = () => (
  <div className="notice" role="status" data-kept="" hidden>
    <p>Your unsent text is back.</p>
    <Button type="button" size="small">
      Discard
    </Button>
  </div>
)
