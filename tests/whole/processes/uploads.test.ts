import { afterAll, describe, expect, test } from 'bun:test'
import { jpeg } from '#tests/photos/pictures.ts'
import { type Cast, databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import { startRadosgw } from '#tests/whole/services/radosgw.ts'
import { at } from './people.ts'
import { bucketEnv, startSeveral, whyNotSeveral } from './several.ts'
import { jobInput, must } from './stories.ts'

const why = await whyNotSeveral('radosgw')

describe.skipIf(why !== null)('a photo and its upload are known to every process', async () => {
  const s3 = why ? null! : await startRadosgw()
  const several = why ? null! : await startSeveral({ env: await bucketEnv(s3) })
  const sql = several && databaseOf(several.fettles[0]!.env)
  afterAll(async () => {
    await sql?.close()
    await several?.[Symbol.asyncDispose]()
    await s3?.stop()
  })
  const cast: Cast = why ? null! : await gather(several.fettles[0]!, { agents: 1, contractors: 2, admins: 1 })
  const [a, b, c] = (several?.urls ?? []) as [string, string, string]
  const photo = new Uint8Array(await jpeg())

  const ask = async (url: string) => {
    const { uploadURL } = await must(at(cast.contractors[0]!, url), 'POST', '/api/objects/upload')
    const { origin, pathname, search } = new URL(String(uploadURL))
    return { origin, path: pathname + search, stored: pathname.replace('/upload', '') }
  }
  const put = (url: string, path: string) =>
    fetch(new URL(path, url), { method: 'PUT', body: photo, headers: { 'content-type': 'image/jpeg' } })

  test('asked for at one, sent to another, taken with the visit by a third, and read from all', async () => {
    const [agent, carl, admin] = [cast.agents[0]!, cast.contractors[0]!, cast.admins[0]!]
    const { id } = await must(at(agent, b), 'POST', '/api/jobs', jobInput('Rose Cottage'))
    await must(at(admin, c), 'POST', `/api/jobs/${id}/assign`, { contractorId: carl.id })
    const { path, stored } = await ask(a)
    expect((await put(b, path)).status).toBe(200)
    const visit = { workDone: 'Topped up.', images: [stored] }
    await must(at(carl, c), 'POST', `/api/jobs/${id}/complete`, visit)
    for (const url of [a, b, c]) {
      for (const [query, most] of [
        ['', 5_000_000],
        ['?w=320', 40_000],
      ] as const) {
        const answer = await fetch(new URL(stored + query, url), { headers: { cookie: agent.cookie } })
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('image/jpeg')
        expect((await answer.bytes()).length).toBeWithin(100, most)
      }
      const stranger = await at(cast.contractors[1]!, url).send({ method: 'GET', path: stored })
      expect(stranger.status).toBe(404)
    }
  })

  test('through the proxy the upload URL leads back to the proxy', async () => {
    const { origin, path } = await ask(several.url)
    expect(origin).toBe(several.url)
    expect((await put(several.url, path)).status).toBe(200)
  })

  test('an upload URL is good once, wherever it is used again', async () => {
    const { path } = await ask(a)
    expect((await put(b, path)).status).toBe(200)
    expect(await Promise.all([a, b, c].map(async (url) => (await put(url, path)).status))).toEqual([409, 409, 409])
  })

  test('twelve uploads to one URL at once store one photo', async () => {
    const { path, stored } = await ask(c)
    const answers = await Promise.all(several.inTurn(12).map((url) => put(url, path)))
    const statuses = answers.map(({ status }) => status).sort()
    if (statuses.includes(500)) console.log(several.fettles.map((f) => f.log()).join('---'))
    expect(statuses[0]).toBe(200)
    // 503 with Retry-After while the first is still at it.
    for (const { status, headers } of answers) if (status === 503) expect(headers.get('retry-after')).toBeTruthy()
    expect(statuses.slice(1).filter((status) => status !== 409 && status !== 503)).toEqual([])
    const rows = await sql!`select state from uploaded_objects where id = ${stored.split('/').at(-1)}`
    expect(rows).toEqual([{ state: 'stored' }])
  })

  test('a photo that is withdrawn at one process is gone from the bucket and from all', async () => {
    const [agent, carl, admin] = [cast.agents[0]!, cast.contractors[0]!, cast.admins[0]!]
    const { id } = await must(at(agent, a), 'POST', '/api/jobs', jobInput('Harbour View'))
    await must(at(admin, a), 'POST', `/api/jobs/${id}/assign`, { contractorId: carl.id })
    const { path, stored } = await ask(b)
    expect((await put(c, path)).status).toBe(200)
    await must(at(carl, b), 'POST', `/api/jobs/${id}/complete`, { workDone: 'Topped up.', images: [stored] })
    await must(at(admin, c), 'DELETE', `/api/jobs/${id}`)
    const name = stored.split('/').at(-1)!
    for (let patience = 600; (await sql!`select 1 from uploaded_objects where id = ${name}`).length; patience--) {
      if (patience === 0) throw new Error('The photo is still known after half a minute')
      await Bun.sleep(50)
    }
    for (const url of [a, b, c]) {
      const answer = await fetch(new URL(stored, url), { headers: { cookie: admin.cookie } })
      expect(answer.status).toBe(404)
    }
    const left: string[] = []
    for await (const { key } of s3.client(several.fettles[0]!.env.S3_BUCKET!).listObjects()) left.push(key)
    expect(left.filter((key) => key.includes(name))).toEqual([])
  })
})
