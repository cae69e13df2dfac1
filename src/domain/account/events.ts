export const ACCOUNT_EVENTS = [
  'created',
  'edited',
  'invited',
  'passwordAsked',
  'passwordSet',
  'passwordReset',
  'roleChanged',
  'passkeyAllowed',
  'passkeyAdded',
  'passkeyRemoved',
  'tokenMade',
  'tokenRevoked',
  'remindersTurnedOff',
  'remindersTurnedOn',
  'figuresTurnedOff',
  'figuresTurnedOn',
  'deleted',
] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

export const ACCOUNT_EVENT_LABELS: Record<AccountEvent, string> = {
  created: 'Account made',
  edited: 'Details changed',
  invited: 'Invited by e-mail',
  passwordAsked: 'Link for a new password asked for',
  passwordSet: 'Password set',
  passwordReset: 'Password reset',
  roleChanged: 'Role changed',
  passkeyAllowed: 'New passkey allowed',
  passkeyAdded: 'Passkey added',
  passkeyRemoved: 'Passkey removed',
  tokenMade: 'API token made',
  tokenRevoked: 'API token revoked',
  remindersTurnedOff: 'Reminders turned off',
  remindersTurnedOn: 'Reminders turned on',
  figuresTurnedOff: 'Figures by e-mail turned off',
  figuresTurnedOn: 'Figures by e-mail turned on',
  deleted: 'Account deleted',
}

export type AccountEventEntry = {
  id: number
  event: AccountEvent
  actorId: string | null
  actorName: string
  detail: Record<string, string> | null
  createdAt: Date
}
