import { Button } from './button.tsx'

export const KeptLine = () => (
  <div className="notice" role="status" data-kept="" hidden>
    <p>Your unsent text is back.</p>
    <Button type="button" size="small">
      Discard
    </Button>
  </div>
)
