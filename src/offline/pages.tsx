import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { isContractor, readsOffline } from '#src/domain/account/roles.ts'
import { keeper } from '#src/http/cache/kept.ts'
import { Forbidden } from '#src/http/errors.ts'
import { buildNow } from '#src/http/first-load/assets.ts'
import { json } from '#src/http/respond/json.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { knownUrl } from '#views/assets.ts'
import { NotKeptPage } from '#views/offline/not-kept.tsx'
import { WaitingPage } from '#views/offline/waiting.tsx'
import { pagesToKeep } from './pages-to-keep.ts'

const SHELL = [
  'app.js',
  'touched.js',
  'outbox.js',
  'unsent.js',
  'waiting.js',
  'phone.js',
  'icon.svg',
  'island.js',
  'react.js',
]
const OF_CONTRACTORS = ['contractor.css', 'job-completion.js']
const OF_AGENTS = ['agent.css', 'job-photos.js']

const NOTHING_KEPT = 'A phone keeps pages for agents and contractors who are signed in.'
const HOUR = 3_600_000

export const offlinePages = new Elysia({ name: 'offline-pages' })
  .use(signedIn)
  .get('/offline', ({ user, request }) => {
    if (!readsOffline(authorize(user, 'readJobs'))) throw new Forbidden(NOTHING_KEPT)
    return page(request, <NotKeptPage frame={frameOf(request, user)} />)
  })
  .get('/waiting', ({ user, request }) => {
    if (!readsOffline(authorize(user, 'readJobs'))) throw new Forbidden(NOTHING_KEPT)
    return page(request, <WaitingPage frame={frameOf(request, user)} isContractor={isContractor(user)} />)
  })
  .get('/offline/pages', async ({ user, request }) => {
    authorize(user, 'readJobs')
    const who = keeper()
    if (!who) throw new Forbidden(NOTHING_KEPT)
    const opened = new URL(request.url).searchParams.getAll('opened')
    const files = [...SHELL, ...(isContractor(user) ? OF_CONTRACTORS : OF_AGENTS)].flatMap(
      (name) => knownUrl(name) ?? [],
    )
    // What a change of theirs or of the build does not tell, such as another day, is looked for once an hour.
    const version = [user.activityVersion, user.updatedAt.getTime(), Math.floor(Date.now() / HOUR), buildNow()].join(
      '.',
    )
    const pages = await pagesToKeep(user, opened)
    return json({ who, only: isContractor(user), version, build: buildNow(), pages, files })
  })
