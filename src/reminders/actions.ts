import { isDatabaseDown } from '#db/pool/failure.ts'
import { type EmailWaitingLine, MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { notifyWaiting } from '#src/emails/notify-waiting.ts'
import { lastingLink } from '#src/links/links.ts'
import { isStopping } from '#src/runtime/stopping.ts'
import { transaction } from '#src/writes/transaction.ts'
import { claimReminders, takeTurn } from './claim.ts'
import { itemsFor, peopleAfter, perhapsDue, personToRemind, wasReminded } from './queries.ts'
import { HEADINGS, inOrder, lateFirst, type RemindedItem } from './reminder.ts'
import type { Round } from './times.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Returns how many were told. Goes on after a failure, and throws the last one at the end. */
export async function remindEverybody(round: Round): Promise<number> {
  let told = 0
  let failure: unknown = null
  for (
    let people = await peopleAfter(FIRST, round);
    people.length > 0;
    people = await peopleAfter(people.at(-1)!.id, round)
  ) {
    for (const id of await perhapsDue(people, round)) {
      if (isStopping()) return told
      try {
        if (await remind(id, round)) told++
      } catch (error) {
        if (isDatabaseDown(error)) throw error
        failure = error
      }
    }
  }
  if (failure) throw failure
  return told
}

export function remind(userId: string, round: Round): Promise<boolean> {
  return transaction(async (tx) => {
    await takeTurn(tx, userId)
    const person = await personToRemind(tx, userId, round)
    if (!person || (await wasReminded(tx, userId, round))) return false
    const items = await claimReminders(tx, userId, await itemsFor(tx, person, round), round)
    if (items.length === 0) return false
    const waiting = { lines: linesOf(items), count: items.length }
    await notifyWaiting(tx, 'reminder', person, {
      waiting,
      unsubscribeId: await lastingLink(tx, 'unsubscribe', userId),
    })
    return true
  })
}

export function linesOf(items: readonly RemindedItem[]): EmailWaitingLine[] {
  const shown = inOrder(lateFirst(items).slice(0, MAX_GATHERED))
  return shown.map(({ need, title, late, text, path }, index) => ({
    heading: shown[index - 1]?.need === need ? '' : HEADINGS[need],
    ...{ title, late, text, path },
  }))
}
