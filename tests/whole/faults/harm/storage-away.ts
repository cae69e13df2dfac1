import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault, Finding, Size } from '#tests/whole/faults/finding.ts'
import { folders, photosIn } from '#tests/whole/faults/judge/delivered.ts'
import type { Write } from '#tests/whole/faults/load/ledger.ts'
import type { Stage } from '#tests/whole/faults/scene.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startFaultyProxy } from '#tests/whole/services/faulty-proxy.ts'
import { startRadosgw } from '#tests/whole/services/radosgw.ts'
import { playAbsence } from './away.ts'
import { exchange } from './exchange.ts'

const isUpload = ({ step }: Write) => step === 'upload' || step === 'uploadReport'

/** A file stands where the folder was: root, too, can neither write nor read there. */
async function onDisk(fault: string, size: Size): Promise<Finding> {
  const photos = ({ fettle }: Stage) => join(fettle.dataDir, 'photos')
  const away = (stage: Stage) => `${photos(stage)}.away`
  return playAbsence({
    ...{ fault, size, how: 'the folder of photos is not there', shows: isUpload },
    leave: async (stage) => {
      await writeFile(away(stage), 'a file')
      exchange(photos(stage), away(stage))
    },
    comeBack: (stage) => exchange(photos(stage), away(stage)),
  })
}

async function onS3(fault: string, size: Size, how: 'silent' | 'killed'): Promise<Finding> {
  const rgw = await startRadosgw()
  const proxy = await startFaultyProxy(rgw.endpoint)
  try {
    const bucket = await rgw.makeBucket()
    const env = {
      ...{ S3_ENDPOINT: proxy.endpoint, S3_REGION: rgw.region, S3_BUCKET: bucket },
      ...{ S3_ACCESS_KEY: rgw.accessKey, S3_SECRET_KEY: rgw.secretKey },
    }
    return await playAbsence({
      ...{ fault, size, how: `S3, ${how}`, options: { env }, shows: isUpload },
      places: ({ dataDir }) => ({ ...folders(dataDir), photos: photosIn(rgw.client(bucket)) }),
      // Three tries of a put at their longest.
      answersWithin: 30_000,
      leave: async () => {
        if (how === 'silent') proxy.trouble = 'silent'
        else await rgw.kill()
      },
      comeBack: async () => {
        proxy.trouble = null
        if (how === 'killed') await rgw.revive()
      },
    })
  } finally {
    proxy.stop()
    await rgw.stop()
  }
}

/** Uploads answer 503 while photos can be stored nowhere; all else goes on, and what is to be removed waits. */
export const storageAway: Fault = {
  name: 'storage away',
  async run(size) {
    const findings = [await onDisk(this.name, size)]
    if (size === 'short' || (await missingServices(['radosgw'])).length) return findings
    for (const how of ['silent', 'killed'] as const) findings.push(await onS3(this.name, size, how))
    return findings
  },
}
