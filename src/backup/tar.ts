const BLOCK = 512
const LARGEST = 64 * 1024 * 1024

export type TarEntry = {
  name: string
  bytes: Uint8Array
  /** SHA-256, in hex, of all that came before this entry. */
  before: string
}

export function tarEntry(name: string, bytes: Uint8Array, time: Date): Uint8Array {
  if (Buffer.byteLength(name) > 100 || bytes.length > LARGEST) throw new Error(`${name} does not fit a backup.`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${octal(bytes.length, 11)} ${octal(time.getTime() / 1000, 11)} `, 124)
  // The checksum counts its own place as spaces.
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc(padding(bytes.length))])
}

export const tarEnd = (): Uint8Array => Buffer.alloc(2 * BLOCK)

export async function* tarEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void> {
  const pieces = new Pieces(source)
  const hash = new Bun.CryptoHasher('sha256')
  while (true) {
    const header = await pieces.take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
    const sum = Number.parseInt(header.toString('latin1', 148, 156), 8)
    const checked = Buffer.from(header).fill(' ', 148, 156)
    if (sum !== sumOf(checked) || !(size >= 0 && size <= LARGEST)) throw new Error('This is not a backup of Fettle.')
    const before = hash.copy().digest('hex')
    const bytes = await pieces.take(size)
    const rest = await pieces.take(padding(size))
    for (const part of [header, bytes, rest]) hash.update(part)
    yield { name: header.toString('utf8', 0, header.indexOf(0)), bytes, before }
  }
}

const octal = (value: number, digits: number) => Math.floor(value).toString(8).padStart(digits, '0')
const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK
const sumOf = (header: Uint8Array) => header.reduce((sum, byte) => sum + byte, 0)

class Pieces {
  readonly #source: AsyncIterator<Uint8Array>
  #waiting: Uint8Array[] = []
  #size = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    while (this.#size < size) {
      const { value, done } = await this.#source.next()
      if (done) throw new Error('The backup ends too early.')
      this.#waiting.push(value)
      this.#size += value.length
    }
    const all = Buffer.concat(this.#waiting)
    this.#waiting = [all.subarray(size)]
    this.#size -= size
    return all.subarray(0, size)
  }
}
