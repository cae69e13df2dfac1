import { accountField } from '#src/domain/invoice/files/columns.ts'
import { CODE_FIELDS, type Codes, type Program } from '#src/domain/invoice/files/program.ts'
import { type FieldErrors, type Judged, judged, type Typed } from '#src/http/input.ts'

const MAX_ACCOUNT = 8
const MAX_ACCOUNTS = 100

const textOf = (typed: Typed, name: string): string => {
  const given = typed[name]
  return typeof given === 'string' ? given.replace(/[\p{Cc}]/gu, ' ').trim() : ''
}

/** Also Sage's account references, of which `contact.0` names the contact that `account.0` is for. */
export function codesIn(typed: Typed, program: Program): Judged<Codes> {
  const errors: FieldErrors = {}
  const codes: Record<string, string> = {}
  for (const { name, most } of CODE_FIELDS[program]) {
    codes[name] = textOf(typed, name)
    if (!codes[name]) errors[name] = 'Please give what your program has for this'
    else if (codes[name].length > most) errors[name] = `At most ${most} characters`
  }
  for (let at = 0; at < MAX_ACCOUNTS; at++) {
    const [contact, account] = [textOf(typed, `contact.${at}`).slice(0, 200), textOf(typed, `account.${at}`)]
    if (!contact || !account) continue
    codes[accountField(contact)] = account
    if (account.length > MAX_ACCOUNT) errors[`account.${at}`] = `At most ${MAX_ACCOUNT} characters`
  }
  return judged(codes, errors)
}
