import { closeDatabase } from '#db/connect/client.ts'
import { openExistingDatabase } from '#db/connect/open-existing.ts'
import { displayName } from '#src/domain/account/account.ts'
import { ALLOWED_HOURS } from '#src/domain/account/passkey.ts'
import { NotFound } from '#src/http/errors.ts'
import { sendLogTo } from '#src/runtime/log.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { allowPasskeyOf } from './allowance.ts'

const [identifier, ...others] = process.argv.slice(2)
if (!identifier || others.length > 0) {
  console.error('Say whom: npm run allow-passkey -- ADDRESS')
  process.exit(64)
}
sendLogTo((line) => process.stderr.write(line), 'warn')

let code = 0
try {
  const leave = await openExistingDatabase()
  const allowed = await allowPasskeyOf(identifier).catch((error: unknown) => {
    if (error instanceof NotFound) throw new Error(`No administrator has the e-mail address or username ${identifier}.`)
    throw error
  })
  console.log(`${displayName(allowed)} may add a passkey by their password, once, within ${ALLOWED_HOURS} hours.`)
  await closeDatabase()
  await leave()
} catch (error) {
  console.error(reasonOf(error))
  code = 1
}
process.exit(code)
