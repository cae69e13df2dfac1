import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { $ } from 'bun'
import { ROOT } from '#tests/support/root.ts'
import { ADDITIONS, type Place } from './changes.ts'

// Every kind of addition is made at once in a copy of the program.

let copy = ''

async function fill({ file, lines }: Place): Promise<void> {
  const path = join(copy, file)
  let text = typeof lines === 'string' ? lines : await Bun.file(path).text()
  for (const [before, added] of typeof lines === 'string' ? [] : lines) {
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
    text = text.replace(before, () => `${added}\n${before}`)
  }
  await Bun.write(path, text)
}

beforeAll(async () => {
  copy = await mkdtemp('/tmp/fettle-adding-')
  const folders = ['src', 'views', 'islands', 'db']
  await $`cp -r ${[...folders, 'package.json'].map((name) => join(ROOT, name))} ${copy}`
  await $`ln -s ${join(ROOT, 'node_modules')} ${copy}`
  const { compilerOptions } = await Bun.file(join(ROOT, 'tsconfig.json')).json()
  await Bun.write(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: folders }))
  for (const { places, made = [] } of Object.values(ADDITIONS))
    for (const place of [...places, ...made]) await fill(place)
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test.each(Object.entries(ADDITIONS))('CONTRIBUTING.md counts the places of: %s', async (name, { places }) => {
  const told = (await Bun.file(join(ROOT, 'CONTRIBUTING.md')).text()).match(/^\*\*[^*]+\*\* \([^)]+\)/gm)
  expect(told).toContain(`**${name}** (${places.length === 1 ? 'one place' : `${places.length} places`})`)
})

test('the compiler asks for no other place', async () => {
  const { stdout } = await $`node ${join(ROOT, 'node_modules/typescript/bin/tsc')} --noEmit -p ${copy}`
    .quiet()
    .nothrow()
  expect(stdout.toString().split('\n').filter(Boolean)).toEqual([])
})

test('a field, a status, a filter, a call and a list reach the API and the pages by themselves', async () => {
  const script = `
    const { app } = await import('#src/app.ts')
    const { documentOf } = await import('#src/openapi/document.ts')
    const { JOB_COLUMNS } = await import('#src/jobs/csv.ts')
    const { components, paths } = documentOf(app.routes)
    const { Job, JobInput } = components.schemas
    console.log(JSON.stringify({
      answered: Object.keys(Job.properties),
      statuses: Job.properties.status.enum,
      filters: paths['/api/jobs'].get.parameters.map(({ name }) => name),
      columns: JOB_COLUMNS.map(([heading]) => heading),
      routes: app.routes.map(({ path }) => path),
    }))
    process.exit(0)`
  const reached = await $`${process.execPath} -e ${script}`.cwd(copy).quiet().json()
  expect(reached.answered).toContain('parkingNotes')
  expect(reached.columns).toContain('Parking')
  expect(reached.statuses).toContain('on_hold')
  expect(reached.filters).toContain('booked')
  expect(reached.routes).toContain('/admin/visits/export.csv')
  expect(reached.routes).toContain('/api/profile/digest')
})
