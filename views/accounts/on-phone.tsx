import { Card } from '../ui/card.tsx'

export const OnPhone = () => (
  <Card title="On your phone">
    <p>
      Fettle can stand among your apps. iPhone: in Safari press Share, then ‘Add to Home Screen’, and sign in there once
      more. Android: in Chrome press ⋮, then ‘Add to Home screen’ or ‘Install’.
    </p>
    <p>
      What you last saw stays on the phone for when there is no line, marked with its age. Logging out removes it, and
      so do seven days without Fettle.
    </p>
  </Card>
)
