import { closeDatabase } from '#db/connect/client.ts'
import { openDatabase } from '#db/connect/open.ts'
import { DEMO_PASSWORD, signIns } from './people.ts'
import { seedDemo } from './seed.ts'

const embedded = await openDatabase()
const seeded = await seedDemo()
console.log(seeded ? `Demo sign-ins (password ${DEMO_PASSWORD}):` : 'The database is not empty: nothing was done.')
if (seeded) console.log(signIns().join('\n'))
await closeDatabase()
await embedded?.stop()
process.exit(0)
