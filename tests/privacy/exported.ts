import { expect } from 'bun:test'
import { unzipSync } from 'fflate'

/** The files of a ZIP, by name. */
export async function exported(answer: Response): Promise<Record<string, unknown[]>> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name,
      name.endsWith('.json') ? JSON.parse(Buffer.from(bytes).toString()) : [bytes.length],
    ]),
  )
}
