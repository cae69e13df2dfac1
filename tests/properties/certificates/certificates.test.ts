import { expect, test } from 'bun:test'
import type { Actor } from '#src/domain/account/account.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { checked } from '#src/http/input.ts'
import { changeCertificate } from '#src/properties/certificates/actions.ts'
import { CertificateBody, certificateRule } from '#src/properties/certificates/input.ts'
import { certificatesAt } from '#src/properties/certificates/queries.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAdmin, anAgent } from '#tests/support/world.ts'
import { aGasCheck, certify, ROSE_COTTAGE } from './at-rose-cottage.ts'

const PROPERTY = ROSE_COTTAGE
const add = certify
const endsAt = async (user: Actor) =>
  (await certificatesAt(user, PROPERTY.key)).map(({ doneOn, endsOn, replacedBy }) => [
    doneOn,
    endsOn,
    replacedBy === null,
  ])

test('a renewal in the last two months keeps the day, and the one before stays as an earlier one', async () => {
  const agent = await anAgent()
  await add(agent, { doneOn: '2025-05-01' })
  await add(agent, { doneOn: '2026-03-10' })
  expect(await endsAt(agent)).toEqual([
    ['2026-03-10', '2027-05-01', true],
    ['2025-05-01', '2026-05-01', false],
  ])
  // One that is entered afterwards and was done before is an earlier one.
  await add(agent, { doneOn: '2024-05-01' })
  expect((await endsAt(agent)).map(([, , isCurrent]) => isCurrent)).toEqual([true, false, false])
})

test('two that are added at once stand in one order', async () => {
  const agent = await anAgent()
  await Promise.all(['01', '02', '03', '04'].map((day) => add(agent, { doneOn: `2026-05-${day}` })))
  const all = await endsAt(agent)
  expect(all.filter(([, , isCurrent]) => isCurrent)).toEqual([['2026-05-04', expect.any(String), true]])
})

test('an agent reads and changes their agency’s, and no other’s', async () => {
  const [agent, colleague, stranger, lone] = await Promise.all([
    anAgent(),
    anAgent({ company: ' rightway LETTINGS ' }),
    anAgent({ company: 'Harbour & Stone' }),
    anAgent({ company: null }),
  ])
  const { id } = await add(agent, {})
  expect(await certificatesAt(colleague, PROPERTY.key)).toHaveLength(1)
  for (const other of [stranger, lone]) {
    expect(await certificatesAt(other, PROPERTY.key)).toEqual([])
    const client = await signedInAs(other)
    expect((await client.get(`/certificates/${id}/edit`)).status).toBe(404)
    expect((await client.get(propertyHref(PROPERTY.key, 'estate_agent'))).status).toBe(404)
  }
  expect(add(lone, {})).rejects.toThrow('Your account has no agency')
  const changed = await changeCertificate(
    colleague,
    id,
    checked(CertificateBody, { ...aGasCheck(), doneBy: 'Carl Mason' }, certificateRule),
  )
  expect(changed).toMatchObject({ doneBy: 'Carl Mason', agency: 'Rightway Lettings', endsOn: '2027-05-01' })
})

test('the property’s page shows what is current and what is earlier, also where no job is', async () => {
  const agent = await anAgent()
  const client = await signedInAs(agent)
  const path = propertyHref(PROPERTY.key, 'estate_agent')
  await add(agent, { doneOn: '2024-05-01', reference: 'GS-24' })
  const late = await (await client.get(path)).text()
  expect(late).toContain('Rose Cottage')
  expect(late).toContain('GS-24')
  expect(late).toContain('LATE')
  await add(agent, {})
  const text = await (await client.get(path)).text()
  expect(text.indexOf('GS-1')).toBeLessThan(text.indexOf('Earlier ones'))
  expect(text.indexOf('GS-24')).toBeGreaterThan(text.indexOf('Earlier ones'))
  const office = await signedInAs(await anAdmin())
  expect(await (await office.get(propertyHref(PROPERTY.key, 'admin'))).text()).toContain('Rightway Lettings')
})

test('a certificate is added by its form, which says what is wrong and keeps what was typed', async () => {
  const cast = await aCast()
  const { propertyAddress } = await aJob(cast)
  const path = `/properties/${propertyKeyOf(propertyAddress)}/certificate`
  const client = await signedInAs(cast.agent)
  const refused = await client.submit(path, { kind: 'electrical', doneOn: '2026-05-01', reference: 'EL-9' })
  expect(refused.status).toBe(422)
  const again = await refused.text()
  expect(again).toContain('Please enter the day that the report has')
  expect(again).toContain('value="EL-9"')
  const sent = await client.submit(path, { kind: 'electrical', doneOn: '2026-05-01', endsOn: '2031-05-01' })
  expect(sent.status).toBe(303)
  expect(await certificatesAt(cast.admin, propertyKeyOf(propertyAddress)!)).toMatchObject([
    { kind: 'electrical', endsOn: '2031-05-01', agency: 'Rightway Lettings', unsatisfactory: false },
  ])
})

const FIRST = { kind: 'gas_safety', doneOn: '2026-05-01', reference: 'GS-9' }
const ELM = { propertyName: 'Elm House', propertyAddress: '9 Elm Road, Guildford GU1 1XY' }

test('the first certificate of a property without jobs is added by an agent, once, and leads to its page', async () => {
  const agent = await anAgent()
  const client = await signedInAs(agent)
  const refused = await client.submit('/certificates/new', { ...FIRST, propertyName: 'Elm House', doneOn: '' })
  const again = await refused.text()
  expect([refused.status, again.includes('value="Elm House"'), again.includes('value="GS-9"')]).toEqual([
    422,
    true,
    true,
  ])
  expect(again).toContain('Please enter the address')
  expect(again).not.toContain('name="agency"')
  const formKey = crypto.randomUUID()
  const key = propertyKeyOf(ELM.propertyAddress)!
  for (let sent = 0; sent < 2; sent++) {
    const added = await client.submit('/certificates/new', { ...FIRST, ...ELM, formKey })
    expect([added.status, added.headers.get('location')]).toEqual([303, propertyHref(key, 'estate_agent')])
  }
  expect(await certificatesAt(agent, key)).toMatchObject([{ ...FIRST, ...ELM, agency: 'Rightway Lettings' }])
})

test('an administrator chooses the agency of a first certificate among those with agents', async () => {
  await anAgent({ company: 'Harbour & Stone' })
  const admin = await anAdmin()
  const client = await signedInAs(admin)
  expect(await (await client.get('/certificates/new')).text()).toContain('value="Harbour &amp; Stone"')
  const refused = await client.submit('/certificates/new', { ...FIRST, ...ELM, agency: '' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Please choose the agency')])
  expect((await client.submit('/certificates/new', { ...FIRST, ...ELM, agency: 'Harbour & Stone' })).status).toBe(303)
  expect(await certificatesAt(admin, propertyKeyOf(ELM.propertyAddress)!)).toMatchObject([
    { agency: 'Harbour & Stone' },
  ])
})

test('an agent whose account has no agency reads why there is no form', async () => {
  const lone = await anAgent({ company: null })
  const client = await signedInAs(lone)
  const { propertyAddress } = await aJob({ ...(await aCast()), agent: lone })
  const property = `/properties/${propertyKeyOf(propertyAddress)}`
  for (const path of [
    '/certificates',
    '/certificates/new',
    '/certificates/import',
    `${property}/certificate`,
    `${property}/not-here`,
  ]) {
    const page = await (await client.get(path)).text()
    expect([path, page.includes('Your account has no agency yet: an administrator enters it.')]).toEqual([path, true])
    expect([path, /action="[^"]*(import|certificate|new|not-here)"|href="[^"]*(import|new)"/.test(page)]).toEqual([
      path,
      false,
    ])
  }
})
