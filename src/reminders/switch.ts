import { Type } from '@sinclair/typebox'
import { authorize } from '#src/access/authorize.ts'
import { switchFigures } from '#src/accounts/profile/month-figures.ts'
import { switchReminders } from '#src/accounts/profile/reminders.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { findLink } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'

export const RemindersSwitch = Type.Object(
  {
    byEmail: Type.Boolean({ error: 'Please say true or false' }),
    figures: Type.Optional(Type.Boolean({ error: 'Please say true or false' })),
  },
  { $id: 'RemindersSwitch' },
)

const onOrOff = Type.Union([Type.Literal('on'), Type.Literal('off')], { error: 'Please say on or off' })
export const RemindersForm = Type.Object({ reminders: onOrOff })
export const FiguresForm = Type.Object({ figures: onOrOff })

type Told = { byEmail?: boolean; figures?: boolean }

export async function setReminders(user: Actor, { byEmail, figures }: Told): Promise<void> {
  authorize(user, 'setReminders')
  await transaction(async (tx) => {
    if (byEmail !== undefined) await switchReminders(tx, user, byEmail, user)
    if (figures !== undefined) await switchFigures(tx, user, figures, user)
  })
}

export async function subscriberOf(token: string): Promise<Actor | null> {
  const link = await findLink('unsubscribe', token)
  return link?.userId ? actorById(link.userId) : null
}

export async function unsubscribe(token: string, ofFigures: boolean): Promise<Actor | null> {
  const subscriber = await subscriberOf(token)
  const off = ofFigures ? switchFigures : switchReminders
  if (subscriber) await transaction((tx) => off(tx, subscriber, false, 'The link in an e-mail'))
  return subscriber
}
