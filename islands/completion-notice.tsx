import { Button } from '#views/ui/button.tsx'

export const CompletionNotice = ({ message, again }: { message: string; again: boolean }) => (
  <div className="notice" role="alert">
    <p>{message}</p>
    {again && <Button size="small">Send Again</Button>}
  </div>
)
