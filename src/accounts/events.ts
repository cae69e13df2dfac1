export const ACCOUNT_EVENTS = [
  'created',
  'edited',
  'invited',
  'passwordAsked',
  'passwordSet',
  'passwordReset',
  'roleChanged',
  'remindersTurnedOff',
  'remindersTurnedOn',
  'deleted',
] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]
