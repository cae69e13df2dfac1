import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'

const [pack, unpack] = [promisify<Buffer, object, Buffer>(deflate), promisify<Buffer, Buffer>(inflate)]

/** For a JPEG, which is black where it was transparent. Its rows are RGBA and not filtered: Bun.Image's at level 0. */
export async function onWhite(png: Buffer): Promise<Buffer> {
  const kept: Buffer[] = [png.subarray(0, 8)]
  const packed: Buffer[] = []
  for (let at = 8, end = 0; at < png.length; at = end) {
    end = at + 12 + png.readUInt32BE(at)
    const isData = png.toString('latin1', at + 4, at + 8) === 'IDAT'
    if (isData) packed.push(png.subarray(at + 8, end - 4))
    else kept.push(png.subarray(at, end))
  }
  const rows = await unpack(packed.length === 1 ? packed[0]! : Buffer.concat(packed))
  blend(rows, 1 + 4 * png.readUInt32BE(16))
  const last = kept.pop()!
  return Buffer.concat([...kept, ...dataChunk(await pack(rows, { level: 1 })), last])
}

function blend(rows: Buffer, length: number): void {
  for (let row = 0; row < rows.length; row += length) {
    for (let at = row + 1; at < row + length; at += 4) {
      const opacity = rows[at + 3]! / 255
      if (opacity === 1) continue
      for (let colour = at; colour < at + 3; colour++) rows[colour] = 255 + (rows[colour]! - 255) * opacity
      rows[at + 3] = 255
    }
  }
}

function dataChunk(data: Buffer): Buffer[] {
  const [head, check] = [Buffer.from('0000IDAT'), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(data, crc32('IDAT')))
  return [head, data, check]
}
