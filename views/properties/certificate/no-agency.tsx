import type { Role } from '#src/domain/account/account.ts'
import type { Property } from '#src/domain/property/property.ts'
import type { PageFrame } from '../../layout.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { wayBack } from './way-back.ts'

export const NO_AGENCY = 'Your account has no agency yet: an administrator enters it.'

type NoAgencyProps = { title: string; role: Role | null; property?: Property; frame?: PageFrame }

export const NoAgency = ({ title, role, property, frame }: NoAgencyProps) => (
  <DialogFrame {...{ title, frame, ...wayBack(role, property) }} width="narrow">
    <p className="notice">{NO_AGENCY}</p>
  </DialogFrame>
)
