import { expect, test } from 'bun:test'
import { databaseAway } from '#tests/whole/faults/harm/database-away.ts'
import { killPostgres } from '#tests/whole/faults/harm/kill-postgres.ts'
import { killServer } from '#tests/whole/faults/harm/kill-server.ts'
import { mailAway } from '#tests/whole/faults/harm/mail-away.ts'
import { stopUnderLoad } from '#tests/whole/faults/harm/stop-under-load.ts'
import { storageAway } from '#tests/whole/faults/harm/storage-away.ts'
import { broken, type Fault } from './finding.ts'

// The faults of `npm run faults`, small: seconds instead of minutes, on real processes all the same.

const PROMISES: [string, Fault][] = [
  ['killed in the middle of writes it starts again, and has lost and doubled nothing', killServer],
  [
    'PostgreSQL killed in the middle of writes: it comes back by itself, and has lost and doubled nothing',
    killPostgres,
  ],
  ['while PostgreSQL is away writes answer 503; afterwards all goes on, without a restart', databaseAway],
  ['while photos can be stored nowhere uploads answer 503, and all else goes on', storageAway],
  ['while the mail server is away e-mails wait, and all go out afterwards, once', mailAway],
  ['asked to stop under load it finishes what was begun', stopUnderLoad],
]

for (const [promise, fault] of PROMISES)
  test(promise, async () => {
    const findings = await fault.run('short')
    if (typeof findings === 'string') return console.log(`Left out: ${fault.name}: ${findings}`)
    expect(findings.length).toBeGreaterThan(0)
    for (const finding of findings) {
      expect(broken(finding)).toEqual([])
      expect(finding.found).toBe(finding.acknowledged)
      expect(finding.found).toBeGreaterThan(50)
      expect(finding.emails).toBeGreaterThan(10)
      expect(finding.recoveries.length).toBeGreaterThan(0)
    }
  }, 120_000)
