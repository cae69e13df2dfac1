/** What is done after a commit, each with its name in the log. Its handler stands in src/background/handlers.ts. */
export const WORK = {
  email: 'e-mails',
  remove_object: 'removals of photos',
  messages: 'messages',
  urgent: 'urgent jobs',
  webhook: 'webhooks',
} as const
export type WorkKind = keyof typeof WORK
export const WORK_KINDS = Object.keys(WORK) as [WorkKind, ...WorkKind[]]
