import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { certificates, uploadedObjects } from '#db/schema.ts'
import { MAX_PHOTO_BYTES } from '#src/domain/photo/photo.ts'
import { NEITHER, TOO_LARGE } from '#src/photos/documents/judge.ts'
import { keepDocument } from '#src/photos/documents/keep.ts'
import { NOT_JUST_PAGES } from '#src/photos/documents/pdf.ts'
import { erasePhoto, removeOrphans } from '#src/photos/removal.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { setDocument } from '#src/properties/certificates/document.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { jpeg } from '#tests/photos/pictures.ts'
import type { Client } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, anAgent } from '#tests/support/world.ts'
import { aGasCheck, certify, ROSE_COTTAGE } from './at-rose-cottage.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const contractor = signedInOfEachTest(cast, 'contractor')

function sent(document: Buffer | null, values: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...aGasCheck(), formKey: crypto.randomUUID(), ...values }))
    form.set(name, value)
  form.set(
    'document',
    document ? new File([new Uint8Array(document)], 'gas.pdf', { type: 'text/html' }) : new File([], ''),
  )
  return form
}

const editOf = (id: string) => `/certificates/${id}/edit`
const documentPath = (id: string) => `/certificates/${id}/document`
const post = (client: Client, path: string, multipart: FormData) => client.send(path, { method: 'POST', multipart })
const objects = () => db.select().from(uploadedObjects)

describe('a certificate’s document', () => {
  test('comes with the form, is always a download, and may be replaced by a photo', async () => {
    await aJob(cast, 'pending')
    const { id } = await certify(cast.agent)
    expect((await agent.get(documentPath(id))).status).toBe(404)
    expect((await post(agent, editOf(id), sent(pdf()))).status).toBe(303)
    const answer = await agent.get(documentPath(id))
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf())).toBe(true)
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'x-content-type-options',
          'content-security-policy',
          'cache-control',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="gas-safety-2026-05-01.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect((await agent.get('/certificates')).status).toBe(200)
    expect((await post(agent, editOf(id), sent(await jpeg()))).status).toBe(303)
    expect((await agent.get(documentPath(id))).headers.get('content-type')).toBe('image/jpeg')
    expect((await objects()).map(({ state }) => state).sort()).toEqual(['removing', 'stored'])
    // A form without a file leaves it.
    expect((await post(agent, editOf(id), sent(null))).status).toBe(303)
    expect((await agent.get(documentPath(id))).status).toBe(200)
  })

  test.each<[string, () => Buffer, string]>([
    ['that is HTML with a PDF’s name', () => Buffer.from('<!doctype html><script>alert(1)</script>'), NEITHER],
    ['of 5 MB and a byte', () => Buffer.alloc(MAX_PHOTO_BYTES + 1, '%PDF-1.7'), TOO_LARGE],
    ['with a script in a packed stream', () => pdf({ packed: '9 0 <</S/JavaScript/JS(1)>>' }), NOT_JUST_PAGES],
  ])('%s is refused at its field, and what was typed stays', async (_, file, sentence) => {
    const { id } = await certify(cast.agent)
    const answer = await post(agent, editOf(id), sent(file(), { doneBy: 'Typed By Hand' }))
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(sentence)
    expect(page).toContain('Typed By Hand')
    expect(await objects()).toEqual([])
  })

  test('stays with the form while something else is wrong', async () => {
    await aJob({ ...cast }, 'pending')
    const { id } = await certify(cast.agent)
    const refused = await post(agent, editOf(id), sent(pdf(), { doneOn: '2099-01-01' }))
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('What you chose is kept.')
    const kept = /name="kept" value="([^"]+)"/.exec(page)![1]!
    expect((await post(agent, editOf(id), sent(null, { kept }))).status).toBe(303)
    expect((await agent.get(documentPath(id))).status).toBe(200)
  })

  test('comes with a new certificate, and is counted by the list’s filter', async () => {
    await certify(cast.agent)
    const path = `/properties/${encodeURIComponent(ROSE_COTTAGE.key)}/certificate`
    expect((await post(agent, path, sent(pdf(), { kind: 'epc' }))).status).toBe(303)
    const [made] = await db.select().from(certificates).where(eq(certificates.kind, 'epc'))
    expect(made).toMatchObject({ documentType: 'application/pdf', documentBytes: pdf().length })
    const without = await (await agent.get('/certificates?document=none')).text()
    expect([without.includes('Gas safety</a>'), without.includes('(EPC)</a>')]).toEqual([true, false])
  })

  test('of a form whose answer was lost is kept once, as its certificate is, and another file is another form', async () => {
    await certify(cast.agent)
    const path = `/properties/${encodeURIComponent(ROSE_COTTAGE.key)}/certificate`
    const again = { kind: 'epc', formKey: crypto.randomUUID() }
    for (const _ of ['first', 'again']) expect((await post(agent, path, sent(pdf(), again))).status).toBe(303)
    expect(await db.$count(certificates, eq(certificates.kind, 'epc'))).toBe(1)
    expect(await objects()).toHaveLength(1)
    const other = await post(agent, path, sent(await jpeg(), again))
    expect([other.status, (await other.text()).includes('What you chose is kept.')]).toEqual([409, true])
    expect(await db.$count(certificates, eq(certificates.kind, 'epc'))).toBe(1)
  })

  test('is read by no other agency, no contractor, and never as a photo', async () => {
    const { id } = await certify(cast.agent)
    const kept = await keepDocument(cast.agent, pdf())
    expect((await agent.get(`/objects/${kept}`)).status).toBe(404)
    const other = await anAgent({ company: 'Harbour & Stone' })
    expect(setDocument(other, id, kept)).rejects.toThrow()
    await setDocument(cast.agent, id, kept)
    expect(setDocument(cast.agent, id, kept)).rejects.toThrow()
    for (const client of [agent, contractor]) expect((await client.get(`/objects/${kept}`)).status).toBe(404)
    expect((await contractor.get(documentPath(id))).status).toBe(403)
    const { signedInAs } = await import('#tests/support/app.ts')
    expect((await (await signedInAs(other)).get(documentPath(id))).status).toBe(404)
    expect((await (await signedInAs(cast.admin)).get(`/objects/${kept}`)).status).toBe(404)
  })

  test('is not taken for a photo of a job', async () => {
    const kept = await keepDocument(cast.agent, pdf())
    const answer = await agent.post('/api/jobs', {
      ...{ propertyName: 'Rose Cottage', propertyAddress: '1 Elm Road', issueDescription: 'Leak', urgency: 'low' },
      images: [`/objects/${kept}`],
    })
    expect(answer.status).toBe(422)
  })

  test('goes with its certificate, and one that no form took after a day', async () => {
    const { id } = await certify(cast.agent)
    await setDocument(cast.agent, id, await keepDocument(cast.agent, pdf()))
    const loose = await keepDocument(cast.agent, pdf())
    await db.update(uploadedObjects).set({ createdAt: new Date('2026-01-01'), claimedAt: null })
    await removeOrphans()
    expect((await objects()).filter(({ state }) => state === 'removing').map((one) => one.id)).toEqual([loose])
    await db.delete(certificates).where(eq(certificates.id, id))
    await removeOrphans()
    const gone = await objects()
    expect(gone.map(({ state }) => state)).toEqual(['removing', 'removing'])
    for (const one of gone) {
      await erasePhoto(one.id)
      expect(await storage.read(one.id, 'photo')).toBeNull()
    }
    expect(await objects()).toEqual([])
  })
})
