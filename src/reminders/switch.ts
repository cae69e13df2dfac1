import { Type } from '@sinclair/typebox'
import { authorize } from '#src/access/authorize.ts'
import { switchReminders } from '#src/accounts/profile/reminders.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { findLink } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'

export const RemindersSwitch = Type.Object(
  {
    byEmail: Type.Boolean({ error: 'Please say true or false' }),
  },
  { $id: 'RemindersSwitch' },
)

export const RemindersForm = Type.Object({
  reminders: Type.Union([Type.Literal('on'), Type.Literal('off')], { error: 'Please say on or off' }),
})

export async function setReminders(user: Actor, byEmail: boolean): Promise<void> {
  authorize(user, 'setReminders')
  await transaction((tx) => switchReminders(tx, user, byEmail, user))
}

export async function subscriberOf(token: string): Promise<Actor | null> {
  const link = await findLink('unsubscribe', token)
  return link?.userId ? actorById(link.userId) : null
}

export async function unsubscribe(token: string): Promise<Actor | null> {
  const subscriber = await subscriberOf(token)
  if (subscriber) await transaction((tx) => switchReminders(tx, subscriber, false, 'The link in an e-mail'))
  return subscriber
}
