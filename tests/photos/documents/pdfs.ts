import { deflateSync } from 'node:zlib'

type Made = { objects?: string[]; packed?: string; packedAs?: string; trailer?: string; root?: string; body?: string }

const GOOD = [
  '<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
]

const stream = (dict: string, body: string) => `<<${dict}/Length ${body.length}>>\nstream\n${body}\nendstream`

/** A small PDF of one page. `packed` are objects within a stream, `packedAs` what is said of how. */
export function pdf({
  objects = [],
  packed,
  packedAs = '/Filter/FlateDecode',
  trailer = '',
  body = '',
}: Made = {}): Buffer {
  const all = [...GOOD, stream('', 'BT /F1 12 Tf (Gas safe) Tj ET'), ...objects]
  if (packed !== undefined) {
    const bytes = packedAs.includes('Flate') ? deflateSync(Buffer.from(packed, 'latin1')).toString('latin1') : packed
    all.push(stream(`/Type/ObjStm/N 1/First 5${packedAs}`, bytes))
  }
  let text = `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${body}`
  const places = all.map((one, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${one}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const at = text.length
  text += `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`
  text += `trailer\n<</Root 1 0 R/Size ${places.length + 1}${trailer}>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
