import type { Tx } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { deviceCookie, rememberDevice } from '#src/access/devices.ts'
import { rememberAddress } from '#src/access/known-addresses.ts'
import { closeSession, openSession, sessionCookie } from '#src/access/session.ts'
import { deviceWords } from '#src/domain/account/device.ts'
import { notifyAccounts } from '#src/emails/notify-account.ts'

export type From = {
  address: string
  userAgent: string | null
  before?: string | null
  device?: string
  isVerified?: boolean
}

export const admittedColumns = {
  ...{ id: users.id, role: users.role, email: users.email, username: users.username },
  ...{ firstName: users.firstName, lastName: users.lastName },
}

type Admitted = Pick<typeof users.$inferSelect, keyof typeof admittedColumns>

/** Needs the account's row locked. */
export async function admit(tx: Tx, account: Admitted, from: From): Promise<string> {
  const { address, userAgent, before, device, isVerified } = from
  if (before) await closeSession(before, tx)
  await rememberAddress(tx, account.id, address)
  if (device && (await rememberDevice(tx, account.id, device)))
    await notifyAccounts(tx, 'new_device', [{ ...account, device: deviceWords(userAgent) }])
  return openSession(account.id, userAgent, tx, isVerified)
}

export const admission = (token: string, { device }: Partial<From> = {}): string[] => [
  sessionCookie(token),
  ...(device ? [deviceCookie(device)] : []),
]
