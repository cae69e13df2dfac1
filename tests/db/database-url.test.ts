import { describe, expect, test } from 'bun:test'
import { databaseAddresses } from '#src/runtime/database-url.ts'

const urls = (text: string) => databaseAddresses(text).map(({ url }) => url)

describe('DATABASE_URL', () => {
  test.each([
    ['postgres://u:p@h/db', ['postgres://u:p@h/db'], ['h:5432']],
    ['postgres://u:p@h:1/db?sslmode=require', ['postgres://u:p@h:1/db?sslmode=require'], ['h:1']],
    ['postgres://u:p@h:1,g/db', ['postgres://u:p@h:1/db', 'postgres://u:p@g/db'], ['h:1', 'g:5432']],
    ['postgresql://u@[::1]:7,h/db', ['postgresql://u@[::1]:7/db', 'postgresql://u@h/db'], ['[::1]:7', 'h:5432']],
    ['postgres:///db?host=h,g&port=1,2', ['postgres://h:1/db', 'postgres://g:2/db'], ['h:1', 'g:2']],
    [
      'postgres://u:p%2Cq@h,g/db?target_session_attrs=read-write&sslmode=prefer',
      ['postgres://u:p%2Cq@h/db?sslmode=prefer', 'postgres://u:p%2Cq@g/db?sslmode=prefer'],
      ['h:5432', 'g:5432'],
    ],
  ])('%s', (text, expected, names) => {
    expect(urls(text)).toEqual(expected)
    expect(databaseAddresses(text).map(({ name }) => name)).toEqual(names)
  })

  test('the database is read as people write it', () => {
    expect(databaseAddresses('postgres://h/my%20db')[0]!.database).toBe('my db')
  })

  test.each(['postgres://u:p@h,,g/db', 'postgres://u:p@h:99999/db', 'mysql://h/db', 'postgres://u:secret/x@h/db', ''])(
    'refused, without what is secret in it: %j',
    (text) => {
      expect(() => databaseAddresses(text)).toThrow('must look like postgres://user:password@host:5432/database')
    },
  )
})
