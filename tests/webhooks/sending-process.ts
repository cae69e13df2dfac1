// Sends webhooks as a process of its own, to this machine too, until it is killed or its parent ends.
import { startNumbering } from '#src/events/numbering.ts'
import { networksOf } from '#src/webhooks/network.ts'
import { startWebhooks } from '#src/webhooks/sending.ts'

startNumbering()
const quick = { poll: 20, lease: 1000, timeout: 700, retryAfter: () => 50 }
startWebhooks(quick, { allowed: networksOf('127.0.0.0/8')! })
console.log('sending')
process.stdin.resume().on('end', () => process.exit())
