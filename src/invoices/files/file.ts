import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { filePartsOf, fileRowsOf, headingsOf, isLeftToEnter } from '#src/domain/invoice/files/columns.ts'
import type { FileSums } from '#src/domain/invoice/files/preview.ts'
import { type Codes, fitsInFile } from '#src/domain/invoice/files/program.ts'
import { importedLine } from '#src/http/respond/csv.ts'
import { bytesOf, streamed } from '#src/http/respond/streamed.ts'
import type { Exported } from './actions.ts'
import { bookedBatches, type FileOf } from './queries.ts'

type Part = Exported & { text: string; rows: number }

async function* partsOfBatches({ user, file, codes }: FileAnswer): AsyncGenerator<Part[], void> {
  const { program, books, sinceLast } = file
  for await (const batch of bookedBatches(user, file)) {
    yield batch.flatMap((invoice): Part[] => {
      const parts = filePartsOf(program, invoice, !sinceLast)
      const { id, voidedAt } = invoice
      if (parts.length === 0) return isLeftToEnter(program, invoice) ? [{ id, voidedAt, text: '', rows: 0 }] : []
      const rows = fileRowsOf(program, books, codes, invoice, parts).map(importedLine)
      return [{ id, voidedAt, text: rows.join(''), rows: rows.length }]
    })
  }
}

/** `ended` is called with all that is in the file when its last byte has been taken. */
type FileAnswer = { user: Actor; file: FileOf; codes: Codes; ended?: (all: Exported[]) => Promise<void> }

/** A CSV file, or a ZIP of numbered ones where there is more than the program takes in one. */
export function fileResponse(request: Request, answer: FileAnswer, sums: FileSums): Response {
  const { program, books } = answer.file
  const name = `fettle-${program}-${books}-${today()}`
  const isZip = !fitsInFile(program, sums)
  const headers = {
    'content-type': isZip ? 'application/zip' : 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.${isZip ? 'zip' : 'csv'}"`,
    'cache-control': 'no-store',
  }
  return streamed(request, () => bytesOf(isZip ? zipped(answer, name) : whole(answer)), headers)
}

const exportedOf = ({ id, voidedAt }: Part): Exported => ({ id, voidedAt })

const headingLine = ({ file }: FileAnswer): string => importedLine(headingsOf(file.program))

async function* whole(answer: FileAnswer): AsyncGenerator<Uint8Array, void> {
  const all: Exported[] = []
  yield strToU8(headingLine(answer))
  for await (const batch of partsOfBatches(answer)) {
    all.push(...batch.map(exportedOf))
    yield strToU8(batch.map(({ text }) => text).join(''))
  }
  await answer.ended?.(all)
}

async function* zipped(answer: FileAnswer, name: string): AsyncGenerator<Uint8Array, void> {
  const all: Exported[] = []
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  let open: ZipDeflate | undefined
  let files = 0
  let inFile = { count: 0, rows: 0 }
  for await (const batch of partsOfBatches(answer)) {
    all.push(...batch.map(exportedOf))
    for (const { text, rows } of batch.filter((part) => part.text)) {
      inFile = { count: inFile.count + 1, rows: inFile.rows + rows }
      if (!open || !fitsInFile(answer.file.program, inFile)) {
        open?.push(new Uint8Array(), true)
        open = new ZipDeflate(`${name}-${String(++files).padStart(3, '0')}.csv`)
        zip.add(open)
        open.push(strToU8(headingLine(answer)))
        inFile = { count: 1, rows }
      }
      open.push(strToU8(text))
    }
    yield* ready
    ready = []
  }
  open?.push(new Uint8Array(), true)
  zip.end()
  yield* ready
  await answer.ended?.(all)
}
