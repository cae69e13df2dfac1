/** What is done after a commit, each with its name in the log. Its handler stands in src/background/handlers.ts. */
export const WORK_LABELS = {
  email: 'e-mails',
  remove_object: 'removals of photos',
  messages: 'messages',
  urgent: 'urgent jobs',
  hazard: 'emergencies',
  webhook: 'webhooks',
  erasure: 'erasures',
  certificate: 'certificates',
} as const
export type WorkKind = keyof typeof WORK_LABELS
export const WORK_KINDS = Object.keys(WORK_LABELS) as [WorkKind, ...WorkKind[]]
