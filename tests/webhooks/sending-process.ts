// Sends webhooks as a process of its own, to this machine too, until it is killed or its parent ends. With so many
// milliseconds of patience for an answer, when they are named.
import { startDelivery } from '#src/background/loop.ts'
import { startNumbering } from '#src/events/numbering.ts'
import { networksOf } from '#src/runtime/network.ts'
import { webhookHandler } from '#src/webhooks/handler.ts'

startNumbering()
const timeout = Number(process.argv[2] ?? 700)
const webhook = webhookHandler({ timeout, retryAfter: () => 50, allowed: networksOf('127.0.0.0/8')! })
startDelivery({ webhook }, { pace: { poll: 20, lease: timeout + 300 }, tasks: [] })
console.log('sending')
process.stdin.resume().on('end', () => process.exit())
