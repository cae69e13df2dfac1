import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { weakLine } from '#tests/e2e/support/weak-line.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { median } from '#tests/tools/bench/load.ts'
import type { Child } from '#tests/tools/bench/server.ts'
import { judged, type Row } from '#tests/tools/bench/table.ts'
import { keyOf, tokenOf } from '#tests/tools/bench/world/people.ts'
import { KBIT_400, LATENCY, PHONE, Phone } from './phone.ts'

// What an e-mail's button opens, on the phone of somebody who was never here: nothing of it is kept there.

type Who = Parameters<typeof tokenOf>[0]

const caller = (app: Child) => async (who: Who, method: string, path: string, body?: unknown) => {
  const headers = { cookie: `session=${tokenOf(who)}`, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${app.port}${path}`
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

const JOB = {
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyName: 'Rose Cottage',
  propertyAddress: '12 Mill Lane, Guildford GU1 3XY',
  issueDescription: 'The boiler loses pressure every night and the radiators stay cold.',
  urgency: 'medium',
}
const LANDLORD = 'lorna@landlords.example'
const DONE = {
  workDone: 'Topped up the pressure and bled the radiators.',
  needsQuote: true,
  quoteAmount: 480,
  quoteDescription: 'Replace the expansion vessel.',
}

/** The address behind the button of the e-mail that has it, once that is sent. */
async function mailedPath(dataDir: string, path: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  for (let patience = 120; patience > 0; patience--) {
    const sent = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    for (const name of sent) {
      const text = (await Bun.file(join(folder, name)).text()).replace(/=\r?\n/g, '')
      const found = new RegExp(`${path}/[\\w-]{43}`).exec(text)
      if (found) return found[0]
    }
    await Bun.sleep(500)
  }
  throw new Error(`No e-mail has ${path}`)
}

/** A quoted job with photos, and a link of each purpose about it. */
async function pathsOf(app: Child, dataDir: string, photos: Buffer[]): Promise<[name: string, path: string][]> {
  const call = caller(app)
  const { id } = await call('agent', 'POST', '/api/jobs', JOB)
  await call('admin', 'POST', `/api/jobs/${id}/assign`, { contractorId: keyOf('contractor') })
  const answered = await mailedPath(dataDir, '/answer-job')
  const images: string[] = []
  for (const photo of photos) {
    const { uploadURL } = await call('contractor', 'POST', '/api/objects/upload')
    const { pathname, search } = new URL(uploadURL!)
    const url = `http://127.0.0.1:${app.port}${pathname}${search}`
    await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(photo) })
    images.push(uploadURL!)
  }
  const { url } = await call('agent', 'POST', `/api/jobs/${id}/links`, { purpose: 'follow_job' })
  await call('contractor', 'POST', `/api/jobs/${id}/complete`, { ...DONE, images })
  await call('agent', 'POST', `/api/jobs/${id}/links`, { purpose: 'landlord', email: LANDLORD })
  const { propertyName, propertyAddress, estateAgency: agency } = JOB
  const gasCheck = { kind: 'gas_safety', doneOn: new Date().toISOString().slice(0, 10), reference: 'GS-14' }
  const kept = await call('admin', 'POST', '/api/certificates', { propertyName, propertyAddress, agency, ...gasCheck })
  const shared = await call('admin', 'POST', `/api/certificates/${kept.id}/links`, {})
  return [
    ['deciding a quote', await mailedPath(dataDir, '/decide-quote')],
    ['a landlord’s answer', await mailedPath(dataDir, '/landlord')],
    ['following a repair', new URL(url!).pathname],
    ['certificates of a property', new URL(shared.url!).pathname],
    ['a link that has ended', answered],
  ]
}

const MOST = 700
/** Shows what the browser itself takes on this machine. */
const ONE_LINE: [name: string, path: string] = ['one line of text, from no server', '/one-line']

export async function measureLinkPages(app: Child, dataDir: string, rounds: number): Promise<Row[]> {
  const line = await weakLine(`http://127.0.0.1:${app.port}`)
  const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ['--no-sandbox'] })
  try {
    const drawing = await browser.newPage()
    const photos = (await photographs(drawing, 3, 1600, 1200)).map(({ buffer }) => buffer)
    const paths = [...(await pathsOf(app, dataDir, photos)), ONE_LINE]
    line.answer((path, response) => path === ONE_LINE[1] && Boolean(setTimeout(() => response.end('Fettle'), LATENCY)))
    const times = paths.map((): { paint: number[]; largest: number[] } => ({ paint: [], largest: [] }))
    for (let round = 0; round <= rounds; round++)
      for (const [at, [, path]] of paths.entries()) {
        line.delay(LATENCY, KBIT_400)
        const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
        const { paint, largest } = await (await Phone.of(context)).open(line.url + path)
        await context.close()
        if (round === 0) continue
        times[at]!.paint.push(paint)
        times[at]!.largest.push(largest)
      }
    return paths.map(([name], at) =>
      judged(
        `${name}: paint`,
        median(times[at]!.paint),
        'ms',
        { most: MOST },
        `, largest ${Math.round(median(times[at]!.largest))} ms`,
      ),
    )
  } finally {
    await browser.close()
    await line.close()
  }
}
