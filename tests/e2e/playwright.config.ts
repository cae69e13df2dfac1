import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// One server and one browser a worker: see support/app.ts. Tests make their own people and jobs, so they run in any order.

// The first has no windows and takes a third of the time: tests/support/chromium.ts.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const executablePath = process.env.CHROMIUM ?? installed

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
  // Pages of one person share a process: to start one for each takes longer than to show the page.
  '--renderer-process-limit=1',
]

// What looks at a whole screen (axe, its width, its menu) is tried on both sizes. What is the same on both is tried on
// one: the phone where lines are poor and fingers large, the desk where tables are. These are whole files; single tests
// have a tag. A story opens its people's pages on what each of them has.
const OF_PHONES = [
  'contractor',
  'drafts',
  'eyes',
  'focus',
  'in-sight',
  'logged-out',
  'messages',
  'offline-completion',
  'outbox',
  'outbox-killed',
  'outbox-deployed',
  'passkeys',
  'waiting',
  'phone-trials',
  'photos',
  'raising',
  'slow-line',
  'what-happened',
  'without-a-line',
]
const OF_DESKS = [
  'admin-day',
  'api-docs',
  'chasing',
  'desk-lists',
  'external-sign-in',
  'focus-admin',
  'half-typed',
  'many-at-once',
  'month-end',
  'quote-stories',
  'race',
  'showing',
  'slow-server',
  'stories',
  'triage',
]
const without = (files: string[], tag: string) => ({
  testIgnore: files.map((name) => `**/${name}.e2e.ts`),
  grepInvert: new RegExp(tag),
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: join(tmpdir(), 'fettle-e2e-results'),
  fullyParallel: true,
  // On two cores: what waits for a slow line leaves room for a third.
  workers: 3,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What moves is measured by axe half-way otherwise.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] },
  },
  projects: [
    { name: 'phone', ...without(OF_DESKS, '@desktop'), use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: 'desktop', ...without(OF_PHONES, '@phone'), use: { viewport: { width: 1280, height: 800 } } },
  ],
})
