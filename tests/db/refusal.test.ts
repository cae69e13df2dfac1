import { expect, test } from 'bun:test'
import { refusalOf } from '#db/pool/refusal.ts'

const server = (version: number) => ({ readOnly: false, busy: 0, version, cluster: '', timeline: 0 })

test('a server that is too old is named with what is needed; fifteen and newer will do', () => {
  expect(refusalOf(server(140011), 'db:5432')).toBe(
    'The database server db:5432 is PostgreSQL 14: Fettle needs 15 or newer.',
  )
  expect(refusalOf(server(150000), 'db:5432')).toBeNull()
  expect(refusalOf(server(180001), 'db:5432')).toBeNull()
})
