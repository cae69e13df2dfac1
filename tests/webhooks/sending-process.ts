// Sends webhooks as a process of its own, to this machine too, until it is killed or its parent ends. With so many
// milliseconds of patience for an answer, when they are named.
import { startNumbering } from '#src/events/numbering.ts'
import { networksOf } from '#src/runtime/network.ts'
import { startWebhooks } from '#src/webhooks/sending.ts'

startNumbering()
const timeout = Number(process.argv[2] ?? 700)
const quick = { poll: 20, lease: timeout + 300, timeout, retryAfter: () => 50 }
startWebhooks(quick, { allowed: networksOf('127.0.0.0/8')! })
console.log('sending')
process.stdin.resume().on('end', () => process.exit())
