// One of several processes that remind everybody: `day` as at ten past eight. Begins when it is told to, and says how many it told.
import { remindEverybody } from '#src/reminders/actions.ts'
import { roundOf } from './world.ts'

console.log('ready')
for await (const _ of console) break
console.log(await remindEverybody(roundOf(process.argv[2]!)))
process.exit()
