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

export const displayP3 = (): Buffer => {
  made ??= make()
  return made
}
let made: Buffer | undefined

function make(): Buffer {
  const curve = parametric([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  const tags: [name: string, data: Buffer][] = [
    ['desc', words('Display P3')],
    ['cprt', words('No copyright')],
    ['wtpt', numbers('XYZ ', [0.9642, 1, 0.82491])],
    ['chad', numbers('sf32', [1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168])],
    ...Object.entries(DISPLAY_P3).map(([name, colour]): [string, Buffer] => [name, numbers('XYZ ', colour)]),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  const parts: Buffer[] = []
  const places = new Map<Buffer, number>()
  let end = HEADER + table.length
  tags.forEach(([name, data], index) => {
    if (!places.has(data)) {
      places.set(data, end)
      parts.push(data)
      end += data.length
    }
    table.write(name, 4 + index * 12, 'latin1')
    table.writeUInt32BE(places.get(data)!, 8 + index * 12)
    table.writeUInt32BE(data.length, 12 + index * 12)
  })
  return Buffer.concat([header(end), table, ...parts])
}

function header(size: number): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt32BE(size)
  header.writeUInt32BE(0x04300000, 8) // version 4.3
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.writeUInt16BE(2026, 24)
  header.writeUInt16BE(1, 26)
  header.writeUInt16BE(1, 28)
  header.write('acsp', 36, 'latin1')
  for (const [index, value] of [0.9642, 1, 0.82491].entries()) header.writeInt32BE(fixed(value), 68 + index * 4)
  return header
}

const fixed = (value: number): number => Math.round(value * 65536)

function numbers(type: string, values: readonly number[]): Buffer {
  const data = Buffer.alloc(8 + values.length * 4)
  data.write(type, 'latin1')
  for (const [index, value] of values.entries()) data.writeInt32BE(fixed(value), 8 + index * 4)
  return data
}

/** The curve of sRGB and Display P3: (a x + b)^g above d, c x below. */
function parametric([g, a, b, c, d]: readonly [number, number, number, number, number]): Buffer {
  const data = numbers('para', [0, g, a, b, c, d])
  data.writeUInt16BE(3, 8)
  return data
}

function words(text: string): Buffer {
  const head = Buffer.alloc(28)
  head.write('mluc', 'latin1')
  head.writeUInt32BE(1, 8)
  head.writeUInt32BE(12, 12)
  head.write('enUS', 16, 'latin1')
  head.writeUInt32BE(text.length * 2, 20)
  head.writeUInt32BE(28, 24)
  const body = Buffer.from(text, 'utf16le').swap16()
  return Buffer.concat([head, body, Buffer.alloc(-body.length & 3)])
}
