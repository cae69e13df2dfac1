import { beforeEach, describe, expect, test } from 'bun:test'
import { read } from '#tests/checklist/reading.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'

const cast = castOfEachTest()
let page: string

const ada = signedInOfEachTest(cast, 'admin')
beforeEach(async () => {
  page = `/admin/contractors/${cast.contractor.id}`
})

describe('an account’s history', () => {
  const backsOf = async (id: string) => (await read(ada.get(`/admin/users/${id}/history`))).html

  test('leads back to where it came from', async () => {
    expect(await backsOf(cast.contractor.id)).toContain(`href="${page}"`)
    expect(await backsOf(cast.agent.id)).toContain(`href="/admin/estate-agents/${cast.agent.id}"`)
    expect(await backsOf(cast.admin.id)).toContain('href="/admin/accounts?tab=admin"')
    await ada.submit(`${page}/delete`, { confirmed: 'yes' })
    const gone = await backsOf(cast.contractor.id)
    expect([gone.includes(`href="${page}"`), gone.includes('Back to Contractors')]).toEqual([false, true])
  })

  test('is reached from an administrator’s row', async () => {
    const { html } = await read(ada.get('/admin/accounts?tab=admin'))
    expect(html).toContain(`href="/admin/users/${cast.admin.id}/history"`)
  })
})
