// One of several processes that remind everybody: `day` as at ten past eight. Says when it begins, and how many it told.
import { remindEverybody } from '#src/reminders/actions.ts'
import { roundOf } from './world.ts'

console.log('begins')
console.log(await remindEverybody(roundOf(process.argv[2]!)))
process.exit()
