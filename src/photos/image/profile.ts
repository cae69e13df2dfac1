import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DISPLAY_P3 = {
  rXYZ: [0.51512, 0.2412, -0.00105],
  gXYZ: [0.29198, 0.69225, 0.04189],
  bXYZ: [0.1571, 0.06657, 0.78407],
}
const TOLERANCE = 0.002
const HEADER = 128
const MAX_TAGS = 100

export function isDisplayP3(profile: Buffer): boolean {
  if (profile.toString('latin1', 16, 20) !== 'RGB ') return false
  const tags = tagsOf(profile)
  return Object.entries(DISPLAY_P3).every(([name, colour]) => {
    const at = tags.get(name)
    if (at === undefined || at + 20 > profile.length) return false
    return colour.every((value, index) => Math.abs(profile.readInt32BE(at + 8 + index * 4) / 65536 - value) < TOLERANCE)
  })
}

function tagsOf(profile: Buffer): Map<string, number> {
  const tags = new Map<string, number>()
  if (profile.length < HEADER + 4) return tags
  const count = Math.min(profile.readUInt32BE(HEADER), MAX_TAGS)
  for (let at = HEADER + 4; at < HEADER + 4 + count * 12 && at + 12 <= profile.length; at += 12)
    tags.set(profile.toString('latin1', at, at + 4), profile.readUInt32BE(at + 4))
  return tags
}

/** Made of the colours above, so that nobody has rights in it. */
const OURS = readFileSync(join(import.meta.dir, 'display-p3.icc'))

export const displayP3 = (): Buffer => OURS
