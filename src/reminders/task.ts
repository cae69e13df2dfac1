import { mailFigures } from '#src/figures/by-email.ts'
import { remindAgencies } from '#src/invoices/paid/reminders.ts'
import { remindLandlords } from '#src/outsiders/landlord/actions.ts'
import { remindOfCertificates } from '#src/properties/certificates/remind.ts'
import { log } from '#src/runtime/log.ts'
import { remindEverybody } from './actions.ts'
import { nextRound, roundAt } from './times.ts'

/** Timers stand still while a machine sleeps, so the clock is looked at now and then. */
const LONGEST_WAIT = 15 * 60 * 1000

/** Every process does it: the first to come to somebody tells them. Returns in how many milliseconds it is due again. */
export function reminderTask(clock: () => Date = () => new Date()): () => Promise<number> {
  let doneOn = ''
  return async () => {
    const round = roundAt(clock())
    if (round && round.day !== doneOn) {
      const told =
        (await remindEverybody(round)) +
        (await remindLandlords(round.waitedSince)) +
        (await remindAgencies(round.day)) +
        (await remindOfCertificates(round.day)) +
        (await mailFigures(round.day))
      if (told > 0) log.info('reminders', `Reminders were queued: ${told}.`)
      doneOn = round.day
    }
    const now = clock()
    return Math.min(nextRound(now).getTime() - now.getTime(), LONGEST_WAIT)
  }
}
