// Says how long it waited for a line, and how long it computed, by the clock and without its stalls.
import { moment, spent } from './spent.ts'

const waiting = moment()
console.log('waits')
for await (const _ of console) break
const waited = { clock: moment() - waiting, spent: spent(waiting) }
const computing = moment()
const used = process.cpuUsage()
for (let own = 0; own < 200_000; ) {
  const { user, system } = process.cpuUsage(used)
  own = user + system
}
console.log(JSON.stringify({ waited, computed: spent(computing) }))
process.exit()
