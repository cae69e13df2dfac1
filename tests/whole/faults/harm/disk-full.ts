import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fault } from '#tests/whole/faults/finding.ts'
import { playAbsence } from './away.ts'
import { smallDisk } from './small-disk.ts'

/** DATA_DIR's disk is full: database, photos and mail can write nothing, until somebody makes room. */
export const diskFull: Fault = {
  name: 'disk full',
  async run(size) {
    const disk = await smallDisk(400)
    if (!disk) return 'needs root on Linux, who may mount a file system'
    try {
      const dataDir = join(disk.path, 'data')
      await mkdir(dataDir, { mode: 0o711 })
      const finding = await playAbsence({
        ...{ fault: this.name, size, how: 'embedded PostgreSQL, photos and mail on it', options: { dataDir } },
        leave: async ({ fettle, load }) => {
          await disk.fill()
          // What was given back in the meantime goes too.
          const begin = load.ledger.writes.length
          for (let turn = 0; turn < 20 && fettle.pid(); turn++) {
            await Bun.sleep(50)
            await disk.fill()
            if (load.ledger.writes.slice(begin).some(({ status }) => status === 503)) break
          }
        },
        meanwhile: () => disk.fill(),
        comeBack: () => disk.makeRoom(),
      })
      return [finding]
    } finally {
      await disk.remove()
    }
  },
}
