export const LINK_PURPOSES = [
  'set_password',
  'decide_quote',
  'answer_job',
  'landlord',
  'follow_job',
  'calendar',
  'unsubscribe',
] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]
