import type { Role } from '#src/domain/account/account.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

const ACCOUNTS = [
  { role: 'estate_agent', label: 'Create Estate Agent Account', href: '/admin/accounts' },
  { role: 'contractor', label: 'Create Contractor Account', href: '/admin/accounts?tab=contractor' },
] as const

export const accountsMissing = (roles: readonly (Role | null)[]) => ACCOUNTS.filter(({ role }) => !roles.includes(role))

type FirstStepsProps = { id: string; missing: readonly { label: string; href: string }[]; note: string | null }

export const FirstSteps = ({ id, missing, note }: FirstStepsProps) => (
  <Card id={id} className="next-rows" title="No jobs yet">
    <p>An estate agent raises jobs, a contractor does them: each needs an account.</p>
    <p className="row">
      {missing.map(({ label, href }) => (
        <LinkButton key={href} href={href} variant="primary">
          {label}
        </LinkButton>
      ))}
    </p>
    {note && <p className="small-text">{note}</p>}
  </Card>
)
