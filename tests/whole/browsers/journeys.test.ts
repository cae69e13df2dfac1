import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { jobInput } from '#tests/e2e/support/world.ts'
import { corners, jpeg } from '#tests/photos/pictures.ts'
import { ADMIN, startFettle } from '#tests/whole/faults/fettle.ts'
import { makeAccount, PASSWORD } from '#tests/whole/processes/people.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { freePort } from '#tests/whole/services/ports.ts'
import { startFirefox } from './firefox.ts'
import { Hands } from './hands.ts'
import { startListeningProxy } from './listening-proxy.ts'
import { startWebKit } from './webkit.ts'

// One job's life in the browsers that the Chromium of the other browser tests says nothing of. Everybody uses the same
// window, one after the other, as nobody may find anything there of who had it before.

const ENGINES = [
  { name: 'Firefox', needs: ['firefox'], start: startFirefox },
  { name: 'WebKit', needs: ['webkit', 'xvfb'], start: startWebKit },
] as const

const missing = await missingServices(ENGINES.flatMap(({ needs }) => needs))
const isMissing = ({ needs }: (typeof ENGINES)[number]) => needs.some((service) => missing.includes(service))
if (missing.length) console.log(`Left out, as not installed: ${missing.join(', ')}`)
setDefaultTimeout(240_000)

type World = { engine: string; agent: string; contractor: string; property: string; photo: string }
type Size = { width: number; height: number }
const PHONE: Size = { width: 360, height: 740 }
const DESK: Size = { width: 1280, height: 800 }

describe.skipIf(ENGINES.every(isMissing))('a job from the report to the invoices', async () => {
  const needed = !ENGINES.every(isMissing)
  const proxy = needed ? await startListeningProxy(freePort()) : null!
  const fettle = needed ? await startFettle({ env: { PUBLIC_URL: proxy.url, TRUST_PROXY: '1' } }) : null!
  if (needed) proxy.target = fettle.url
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await fettle?.remove()
  })

  for (const engine of ENGINES)
    test.skipIf(isMissing(engine))(`each does their part in ${engine.name}, and no script fails`, async () => {
      const photo = join(fettle.dataDir, 'boiler.jpg')
      await Bun.write(photo, await jpeg(corners(1200, 900)))
      const [agent, contractor] = await Promise.all([
        makeAccount(fettle.url, 'agent'),
        makeAccount(fettle.url, 'contractor', { firstName: engine.name }),
      ])
      const world: World = { engine: engine.name, agent, contractor, photo, property: `Rose Cottage ${engine.name}` }
      await using browser = await engine.start()
      const hands = new Hands(browser, proxy.url)
      proxy.complaints()
      await inTurn(hands, world.property, PHONE, world.agent, () => report(hands, world))
      await inTurn(hands, world.property, DESK, ADMIN.identifier, () => assign(hands, world))
      await inTurn(hands, world.property, PHONE, world.contractor, () => quote(hands, world))
      await inTurn(hands, world.property, PHONE, world.agent, () => approve(hands, world))
      await inTurn(hands, world.property, PHONE, world.contractor, () => finish(hands, world))
      await inTurn(hands, world.property, DESK, ADMIN.identifier, () => invoice(hands, world))
      expect(proxy.complaints()).toEqual([])
      // Had nobody listened, nothing would have been heard: here a script does fail.
      let isHeard = false
      for (let tries = 0; !isHeard && tries < 100; tries++) {
        // The page may just be left.
        await browser.evaluate(fail).catch(() => {})
        await Bun.sleep(100)
        isHeard = proxy.complaints().some((line) => line.includes('not a function'))
      }
      expect(isHeard).toBe(true)
    })
})

function fail(): null {
  setTimeout(() => Reflect.get(globalThis, 'notThere')())
  return null
}

/** Signs in, once with a wrong password, does something, and signs out: Back shows nothing of it. */
async function inTurn(
  hands: Hands,
  property: string,
  size: Size,
  identifier: string,
  act: () => Promise<void>,
): Promise<void> {
  await hands.engine.resize(size.width, size.height)
  await hands.go('/login')
  await hands.fill('Email or Username', identifier)
  await hands.fill('Password', 'wrong')
  await hands.press('Login')
  await hands.sees('Invalid credentials')
  await hands.fill('Password', PASSWORD)
  await hands.press('Login')
  await hands.isAt('/')
  await act()
  if (size === PHONE) await hands.press('Menu')
  await hands.press('Log Out')
  await hands.sees('Get Started')
  await hands.engine.evaluate(() => document.body.toggleAttribute('data-signed-out'))
  await hands.engine.back()
  await hands.until(
    'another page is shown',
    () => !document.body.hasAttribute('data-signed-out') && document.readyState !== 'loading',
  )
  // Back may also lead to the refused password, which Firefox does not send again by itself: it shows a page of its own.
  await hands.lacks(property)
  await hands.until(
    'nobody is signed in',
    () => document.readyState !== 'loading' && document.querySelector('.signed-in') === null,
  )
}

async function report(hands: Hands, { property }: World): Promise<void> {
  const job = jobInput()
  await hands.press('Create New Job')
  await hands.fill('Your Name', job.estateAgentName)
  await hands.fill('Estate Agency', job.estateAgency)
  await hands.fill('Property Name', property)
  await hands.fill('Property Address', job.propertyAddress)
  await hands.fill('What needs fixing?', job.issueDescription)
  await hands.press('Create Job')
  await hands.sees('Job Created', property)

  await hands.go('/jobs')
  await hands.fill('Search', property.slice(0, 16))
  await hands.until('the list is searched', () => location.search.startsWith('?search=Rose'))
  await hands.press('View', property)
  await hands.until('the dialog is open', isOpen)
  await hands.sees(job.issueDescription)
  await hands.key('Escape')
  await hands.until('the dialog is closed', () => !document.querySelector('dialog[open]'))
  await hands.until(
    'the focus is back on what opened it',
    (property) =>
      document.activeElement?.closest('a')
        ? (document.activeElement.closest('li.card')?.textContent.includes(property) ?? false)
        : false,
    property,
  )
}

const isOpen = () => document.querySelector('dialog[open]') !== null

async function assign(hands: Hands, { property, engine }: World): Promise<void> {
  await hands.go(`/admin/jobs?search=${encodeURIComponent(property)}`)
  await hands.press('Assign Contractor', property)
  await hands.until('the dialog is open', isOpen)
  await hands.press(engine)
  await hands.press('Assign Contractor')
  await hands.sees('Contractor Assigned')
}

async function quote(hands: Hands, { property, photo }: World): Promise<void> {
  await hands.press('Jobs')
  await hands.press('Start', property)
  await hands.sees('In Progress')
  await hands.press('Log Visit', property)
  await hands.fill('What work did you complete?', 'Bled the radiators; the vessel has lost its air.')
  await hands.upload('Add Photos', photo)
  await hands.sees('1 of 1 photos sent')
  await hands.press('This job needs a quote')
  await hands.fill('Quote Amount', '£1,045.50')
  await hands.sees('£1,045.50')
  await hands.fill('Quote Description', 'Replace the expansion vessel.')
  await hands.press('Submit Work & Quote')
  await hands.sees('No jobs assigned')
}

async function approve(hands: Hands, { property }: World): Promise<void> {
  await hands.sees('Quotes Pending Approval', '£1,045.50')
  await hands.press('View', property)
  await hands.sees('Bled the radiators')
  await hands.until('the photo is shown', () => {
    const photos = [...document.querySelectorAll<HTMLImageElement>('dialog figure.photos img')]
    photos[0]?.scrollIntoView()
    return photos.length === 1 && photos[0]!.naturalWidth > 0
  })
  await hands.press('Approve Quote')
  await hands.sees('Are you sure you want to approve this quote for £1,045.50?')
  await hands.press('Approve Quote')
  await hands.sees('The quote has been approved successfully.')
}

async function finish(hands: Hands, { property, photo }: World): Promise<void> {
  await hands.press('Jobs')
  await hands.sees('Quote Approved')
  await hands.press('Log Visit', property)
  await hands.fill('What work did you complete?', 'A new vessel, and the pressure holds.')
  await hands.upload('Add Photos', photo)
  await hands.press('Mark Complete')
  await hands.sees('No jobs assigned')
}

async function invoice(hands: Hands, { property }: World): Promise<void> {
  await hands.press('Contractor Visits')
  await hands.press('Send to Invoiced', property)
  await hands.until('the fee has the focus', () => document.activeElement?.matches('dialog input') ?? false)
  await hands.key('Enter')
  await hands.sees('Sent to Invoiced')
  await hands.press('Quote Work Completed')
  await hands.press('Send to Invoiced', property)
  await hands.press('Send to Invoiced')
  // The tabs stand still once the rows above them have gone.
  await hands.sees('No quote work ready for invoicing', 'Nothing waits for you.')
  await hands.until('no rows stand above the tabs', () => document.getElementById('act-now')?.hidden === true)
  await hands.press('Invoiced')
  await hands.sees('£1,045.50', 'Visit Fee')
}
