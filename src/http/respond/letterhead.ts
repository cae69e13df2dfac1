import { env } from '#src/runtime/env.ts'
import type { Letterhead } from '#views/ui/paper.tsx'

export const letterhead = (): Letterhead => ({
  name: env.LETTERHEAD_NAME,
  address: env.LETTERHEAD_ADDRESS,
  vatNumber: env.LETTERHEAD_VAT_NUMBER,
  bank: env.LETTERHEAD_BANK,
  footer: env.LETTERHEAD_FOOTER,
})
