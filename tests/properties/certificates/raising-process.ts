// One of several servers that raise what certificates ask for: its queue, and each handler also beside the queue.
import { db } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import { startDelivery } from '#src/background/loop.ts'
import { queueEnding, raiseForCertificate } from '#src/properties/certificates/raise.ts'

startDelivery(
  { certificate: { work: raiseForCertificate } },
  { pace: { poll: 10 }, tasks: [{ name: 'Certificates', everyMs: 50, run: () => queueEnding() }] },
)
console.log('started')
process.stdin.resume().on('end', () => process.exit())
for (;;) {
  const all = await db.select({ id: certificates.id }).from(certificates)
  for (const { id } of all.toSorted(() => Math.random() - 0.5)) await raiseForCertificate(id)
  console.log('round')
}
