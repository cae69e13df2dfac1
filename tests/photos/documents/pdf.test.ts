import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { MAX_PHOTO_BYTES } from '#src/domain/photo/photo.ts'
import { Invalid } from '#src/http/errors.ts'
import { NEITHER, safeDocument, TOO_LARGE } from '#src/photos/documents/judge.ts'
import { ENCRYPTED, NOT_JUST_PAGES, NOT_LOOKED_INTO, NOT_WHOLE, wrongInPdf } from '#src/photos/documents/pdf.ts'
import { HEIC_REFUSED } from '#src/photos/image/encode.ts'
import { jpeg, png } from '#tests/photos/pictures.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { pdf } from './pdfs.ts'

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'
const html = '<!doctype html><script>alert(1)</script>'

/** With the place of the table of objects as it is after what stands before. */
const behind = (before: string): Buffer => {
  const text = pdf().toString('latin1')
  return Buffer.from(before + text.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + before.length}`))
}

const hidden = (objects: string[]) => pdf({ objects })

describe('a PDF', () => {
  test.each<[string, Buffer]>([
    ['of one page', pdf()],
    ['with objects in a packed stream', pdf({ packed: '9 0 <</Type/Annot/A<</S/URI/URI(https://example.org)>>>>' })],
    ['with objects in a plain stream', pdf({ packed: '9 0 <</Type/Annot>>', packedAs: '' })],
    ['with words that only look like it', pdf({ objects: ['<</Title(obj and stream)/Creator(JavaScript)>>'] })],
  ])('%s is taken', async (_, file) => {
    expect(await wrongInPdf(file)).toBeNull()
  })

  test.each<[string, string, Buffer]>([
    ['cut off', NOT_WHOLE, pdf().subarray(0, -40)],
    ['cut off at half', NOT_WHOLE, pdf().subarray(0, 300)],
    [
      'whose table of objects is elsewhere',
      NOT_WHOLE,
      Buffer.from(
        pdf()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n77'),
      ),
    ],
    ['behind a page of HTML', NOT_WHOLE, behind(html)],
    ['with a page of HTML in a comment', NOT_WHOLE, pdf({ body: `%${html}\n` })],
    ['with a page of HTML behind it', NOT_WHOLE, Buffer.concat([pdf(), Buffer.from(html)])],
    ['without pages', NOT_WHOLE, Buffer.from(pdf().toString('latin1').replaceAll('/Pages', '/Pagez'))],
    ['locked with a password', ENCRYPTED, pdf({ objects: ['<</Filter/Standard/V 2>>'], trailer: '/Encrypt 5 0 R' })],
    ['with a script', NOT_JUST_PAGES, pdf({ objects: [SCRIPT] })],
    ['with a script written in escapes', NOT_JUST_PAGES, pdf({ objects: ['<</S/J#61vaScr#69pt/#4aS(1)>>'] })],
    ['with a script in a packed stream', NOT_JUST_PAGES, pdf({ packed: `9 0 ${SCRIPT}` })],
    ['with an escaped script in a packed stream', NOT_JUST_PAGES, pdf({ packed: '9 0 <</S/#4aavaScript/J#53(1)>>' })],
    ['with a script in a plain stream of objects', NOT_JUST_PAGES, pdf({ packed: `9 0 ${SCRIPT}`, packedAs: '' })],
    [
      'with a script in a stream that does not say that it has objects',
      NOT_JUST_PAGES,
      (() => {
        const made = pdf({ packed: `9 0 ${SCRIPT}` })
          .toString('latin1')
          .replace('/Type/ObjStm', '/Type/Object')
        return Buffer.from(made, 'latin1')
      })(),
    ],
    ['that launches a program', NOT_JUST_PAGES, pdf({ objects: ['<</S/Launch/F(cmd.exe)>>'] })],
    [
      'with a file inside',
      NOT_JUST_PAGES,
      pdf({ objects: ['<</Type/EmbeddedFile/Length 2>>\nstream\nMZ\nendstream'] }),
    ],
    ['that sends a form', NOT_JUST_PAGES, pdf({ objects: ['<</S/SubmitForm/F(https://example.org)>>'] })],
    ['with a film', NOT_JUST_PAGES, pdf({ objects: ['<</Subtype/RichMedia>>'] })],
    [
      'whose script is packed twice',
      NOT_LOOKED_INTO,
      pdf({
        packed: deflateSync(Buffer.from(SCRIPT)).toString('latin1'),
        packedAs: '/Filter[/FlateDecode/FlateDecode]',
      }),
    ],
    [
      'whose script is packed in another way',
      NOT_LOOKED_INTO,
      pdf({ packed: '2f4a53>', packedAs: '/Filter/ASCIIHexDecode' }),
    ],
    ['whose way of packing stands elsewhere', NOT_LOOKED_INTO, pdf({ packed: 'xxxx', packedAs: '/Filter 8 0 R' })],
    ['whose packed objects are damaged', NOT_LOOKED_INTO, pdf({ packed: 'xxxx', packedAs: '/Filter/Fl' })],
    [
      'whose packed objects are more than can be looked through',
      NOT_LOOKED_INTO,
      pdf({ packed: ' '.repeat(17_000_000) }),
    ],
    ['whose stream never ends', NOT_WHOLE, Buffer.from(pdf().toString('latin1').replaceAll('endstream', 'endstr   '))],
    [
      'with an object within a stream',
      NOT_LOOKED_INTO,
      hidden([`<</Length 99>>\nstream\n9 0 obj ${SCRIPT}\nendobj\nendstream`]),
    ],
    ['whose stream begins in a text', NOT_LOOKED_INTO, hidden(['<</A(>>\nstream\n)/XFA 9 0 R/B(endstream)>>'])],
    ['whose stream begins in a comment', NOT_LOOKED_INTO, hidden(['<</A 1 %>>stream\n/XFA 9 0 R %endstream\n>>'])],
    [
      'whose stream of objects seems to begin in a text',
      NOT_LOOKED_INTO,
      hidden([
        `<</Type/ObjStm/First 5/Filter/FlateDecode/X(1 0 obj <<)>>\nstream\n${deflateSync(Buffer.from(SCRIPT)).toString('latin1')}\nendstream`,
      ]),
    ],
    [
      'whose stream of objects seems to begin in a comment',
      NOT_LOOKED_INTO,
      hidden([
        `<</Type/ObjStm/First 5/Filter/FlateDecode % 1 0 obj <<\n>>\nstream\n${deflateSync(Buffer.from(SCRIPT)).toString('latin1')}\nendstream`,
      ]),
    ],
  ])('%s is refused with a sentence', async (_, sentence, file) => {
    expect(await wrongInPdf(file)).toBe(sentence)
  })

  test('of 5 MB that is made to be slow is judged in three seconds', async () => {
    for (const piece of ['stream\n', '1 0 obj ', '(', '%', '%\n', '/#', 'endstream ', ' stream\nendstream', '/a']) {
      const file = pdf({ body: piece.repeat(Math.floor(5_000_000 / piece.length)) })
      const began = moment()
      await wrongInPdf(file)
      expect(spent(began), piece).toBeLessThan(3000)
    }
  })
})

describe('a document', () => {
  const refusalOf = async (file: Buffer) => {
    const error = await safeDocument(file, 'somebody').catch((error: unknown) => error)
    return error instanceof Invalid ? error.errors.document : error
  }

  test('is a PDF, kept as it is, or a photo, made anew', async () => {
    expect(await safeDocument(pdf(), 'somebody')).toEqual({ bytes: pdf(), contentType: 'application/pdf' })
    for (const photo of [await jpeg(), await png()]) {
      const { bytes, contentType } = await safeDocument(photo, 'somebody')
      expect(contentType).toBe('image/jpeg')
      expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    }
  })

  test('that is neither is refused, whatever its name', async () => {
    expect(await refusalOf(Buffer.from(html))).toBe(NEITHER)
    expect(await refusalOf(Buffer.from(''))).toBe(NEITHER)
    expect(await refusalOf(Buffer.from('PK\x03\x04'))).toBe(NEITHER)
    expect(await refusalOf(behind(html))).toBe(NOT_WHOLE)
    expect(await refusalOf(Buffer.from('\0\0\0\x18ftypheic'))).toBe(HEIC_REFUSED)
  })

  test('has at most 5 MB', async () => {
    const fill = (size: number, letters = size - 1000): Buffer => {
      const made = pdf({ body: `%${'x'.repeat(letters)}\n` })
      return made.length === size ? made : fill(size, letters + size - made.length)
    }
    expect(fill(MAX_PHOTO_BYTES)).toHaveLength(MAX_PHOTO_BYTES)
    expect(await safeDocument(fill(MAX_PHOTO_BYTES), 'somebody')).toBeTruthy()
    expect(await refusalOf(fill(MAX_PHOTO_BYTES + 1))).toBe(TOO_LARGE)
  })
})
