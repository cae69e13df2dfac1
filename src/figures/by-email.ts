import { claimFigures, dueForFigures } from '#src/accounts/profile/month-figures.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { MonthFigures } from '#src/domain/email/kinds.ts'
import { comparedRows, headlineOf } from '#src/domain/job/figures/figures.ts'
import { daysInWords, monthBefore, type Period, shortMonth } from '#src/domain/job/figures/period.ts'
import { notifyOfFigures } from '#src/emails/notify-figures.ts'
import { lastingLink } from '#src/links/links.ts'
import { isStopping } from '#src/runtime/stopping.ts'
import { transaction } from '#src/writes/transaction.ts'
import { comparedFigures } from './comparison.ts'

/** Those of the month before `day`, to each who asks for them and has not been sent them. Returns to how many. */
export async function mailFigures(day: string): Promise<number> {
  const month = monthBefore(day)
  let mailed = 0
  for (const { id } of await dueForFigures(month, day)) {
    if (isStopping()) break
    const user = await actorById(id)
    if (user && (await mailMonth(user, month, day))) mailed++
  }
  return mailed
}

async function mailMonth(user: Actor, month: Period, day: string): Promise<boolean> {
  const figures = await figuresFor(user, month)
  return transaction(async (tx) => {
    if (!(await claimFigures(tx, user.id, month, day))) return false
    const unsubscribeId = await lastingLink(tx, 'unsubscribe', user.id)
    await notifyOfFigures(tx, 'month_figures', user, { figures, unsubscribeId, month: month.from.slice(0, 7) })
    return true
  })
}

async function figuresFor(user: Actor, month: Period): Promise<MonthFigures> {
  const compared = await comparedFigures(user, {}, month)
  const columns = compared.map(({ period }) => shortMonth(period)) as [string, string, string]
  const groups = comparedRows(compared.map(({ figures }) => figures))
  const rows = groups.flatMap(({ title, rows }) =>
    rows
      .filter(({ cells }) => cells.some(({ csv }) => Number(csv) > 0))
      .map(({ label, cells: [one, other, third] }, index) => ({
        heading: index === 0 ? title : '',
        ...{ label, now: one!.text, before: other!.text, yearBefore: third!.text },
      })),
  )
  return { month: daysInWords(month), headline: headlineOf(compared[0]!.figures, month), columns, rows }
}
