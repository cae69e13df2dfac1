import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { account } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { isAddress } from '#src/domain/email/address.ts'
import { periodInWords, type StatementOf, statementId } from '#src/domain/invoice/statement.ts'
import { notifyOfStatements } from '#src/emails/notify-statement.ts'
import { Invalid } from '#src/http/errors.ts'
import {
  isSentTooOften,
  type LinkInAnyState,
  lastMadeByOffice,
  makeMailedLinks,
  mayBeSentAgain,
  refuseTooManyLinks,
} from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'
import { addressesFor, noteAgencyAddress } from './addresses.ts'
import { partyAndSums } from './queries.ts'

const aboutOf = (of: StatementOf): string => `${statementId(of)} ${of.period}`

export const statementIn = (about: string | null): { id: string; period: string } => {
  const [, id = '', period = ''] = /^(.+) (\S+)$/s.exec(about ?? '') ?? []
  return { id, period }
}

type Letter = { of: StatementOf; email: string } & Awaited<ReturnType<typeof partyAndSums>>

/** A link of 30 days, which shows what its sender may read. */
export async function sendStatement(user: Actor, of: StatementOf, given: string): Promise<{ email: string }> {
  authorize(user, 'sendStatement')
  const email = given.trim()
  if (!isAddress(email)) throw new Invalid({ email: 'Please give an e-mail address' })
  const letter = { of, email, ...(await partyAndSums(user, of)) }
  await transaction(async (tx) => {
    await refuseTooManyLinks(tx, user, 'statement', TOO_MANY)
    await mailStatements(tx, user, [letter])
    if (isAdmin(user)) await noteAgencyAddress(tx, of, letter.party.name, email)
  })
  return { email }
}

async function mailStatements(tx: Tx, by: Actor, letters: readonly Letter[]): Promise<void> {
  const abouts = letters.map(({ of, email }) => ({ userId: by.id, about: aboutOf(of), email }))
  const made = await makeMailedLinks(tx, 'statement', abouts)
  const told = letters.map(({ of, email: to, party, sums }, index) => ({
    ...{ to, by, of: party.name, period: periodInWords(of.period), pence: sums.amount },
    linkId: made[index]!,
  }))
  await notifyOfStatements(tx, 'statement_sent', told)
}

/** To the address that had the expired link. Silent when that is too often. */
export async function sendStatementAgain(
  { link, user, of }: { link: LinkInAnyState; user: Actor; of: StatementOf },
  address: string,
): Promise<void> {
  const { email } = link
  if (!email || !(await mayBeSentAgain(link, address))) return
  const letter = { of, email, ...(await partyAndSums(user, of)) }
  await transaction(async (tx) => {
    await account(tx, user.id, undefined, true)
    if (!(await isSentTooOften(tx, link))) await mailStatements(tx, user, [letter])
  })
}

const TOO_MANY = 'You have sent fifty statements within an hour. Please send the others later.'

/** To the addresses that are known, all or none of these. */
export async function sendStatements(
  user: Actor,
  all: readonly StatementOf[],
): Promise<{ sent: number; unaddressed: { id: string; name: string }[] }> {
  authorize(user, 'sendStatement')
  const known = await Promise.all(
    (['agency', 'contractor'] as const).map((kind) =>
      addressesFor(
        kind,
        all.filter((of) => of.kind === kind).map(({ subject }) => subject),
      ),
    ),
  )
  const emailOf = ({ subject }: StatementOf) => known.flatMap((addresses) => addresses.get(subject) ?? [])[0]
  const letters: Letter[] = []
  const unaddressed: { id: string; name: string }[] = []
  for (const of of all) {
    const [email, about] = [emailOf(of), await partyAndSums(user, of)]
    if (email) letters.push({ of, email, ...about })
    else unaddressed.push({ id: statementId(of), name: about.party.name })
  }
  if (letters.length > 0) await transaction((tx) => mailStatements(tx, user, letters))
  return { sent: letters.length, unaddressed }
}

/** By id, when an administrator last sent it, to anybody. */
export async function lastSent(all: readonly StatementOf[]): Promise<ReadonlyMap<string, Date>> {
  const made = await lastMadeByOffice('statement', all.map(aboutOf))
  return new Map([...made].map(([about, at]) => [statementIn(about).id, at]))
}
