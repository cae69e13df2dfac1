import { expect, test } from 'bun:test'
import { app } from '#src/app.ts'
import { ROUTES, waysOf } from './all.ts'
import { OPEN } from './own.ts'

const isFile = (route: string) => /^(GET|HEAD) \/(assets\/:file|[\w-]+\.(ico|png|webmanifest))$/.test(route)

test('the table has each route of the app once, and no other', () => {
  const known = [...ROUTES.map(({ request }) => request), ...OPEN].sort()
  const routes = app.routes.map(({ method, path }) => `${method} ${path}`).filter((route) => !isFile(route))
  expect(known).toEqual([...new Set(routes)].sort())
})

test('a route about a thing says about which', () => {
  const without = waysOf(ROUTES).filter(({ request, of }) => request.includes('/:') && !of)
  expect(without.map(({ request }) => request)).toEqual([])
})
