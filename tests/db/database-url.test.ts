import { describe, expect, test } from 'bun:test'
import { databaseAddress } from '#src/runtime/database-url.ts'

describe('DATABASE_URL', () => {
  test.each([
    ['postgres://u:p@h/db', 'postgres://u:p@h/db', 'h:5432'],
    ['postgres://u:p@h:1/db?sslmode=require', 'postgres://u:p@h:1/db?sslmode=require', 'h:1'],
    ['postgresql://u@[::1]:7/db', 'postgresql://u@[::1]:7/db', '[::1]:7'],
    ['postgres://u:p%2Cq@h/db?target_session_attrs=read-write', 'postgres://u:p%2Cq@h/db', 'h:5432'],
    ['postgres:///db?host=/tmp&port=7', 'postgres:///db?host=%2Ftmp&port=7', 'localhost:7'],
  ])('%s', (text, url, name) => {
    expect(databaseAddress(text)).toEqual({ url, name, database: 'db' })
  })

  test('the database is read as people write it', () => {
    expect(databaseAddress('postgres://h/my%20db').database).toBe('my db')
  })

  test.each(['postgres://u:p@h:1,g/db', 'postgresql://u@[::1]:7,h/db', 'postgres:///db?host=h,g&port=1,2'])(
    'several servers are refused with where to read on: %s',
    (text) => {
      expect(() => databaseAddress(text)).toThrow(
        'names several servers, and Fettle goes to one address: put HAProxy before them, as docs/scaling.md shows',
      )
    },
  )

  test.each(['postgres://u:p@h:99999/db', 'mysql://h/db', 'postgres://u:secret/x@h/db', ''])(
    'refused, without what is secret in it: %j',
    (text) => {
      expect(() => databaseAddress(text)).toThrow('must look like postgres://user:password@host:5432/database')
    },
  )
})
