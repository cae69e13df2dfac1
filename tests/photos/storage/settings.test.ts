import { expect, test } from 'bun:test'
import { parseEnv, WrongEnvironment } from '#src/runtime/env.ts'

const GOOD = {
  S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com',
  S3_REGION: 'eu-west-2',
  S3_BUCKET: 'photos.of-fettle',
  S3_ACCESS_KEY: 'AKIAEXAMPLE',
  S3_SECRET_KEY: 'very/secret+key=',
}

const problems = (changed: Record<string, string>) => {
  try {
    parseEnv({ ...GOOD, ...changed })
    return []
  } catch (error) {
    return error instanceof WrongEnvironment ? error.problems : [String(error)]
  }
}

test.each(['http://127.0.0.1:9000', 'https://s3.example/storage/v1/s3', 'http://[::1]:9000'])(
  'S3 may be at %s',
  (endpoint) => expect(problems({ S3_ENDPOINT: endpoint })).toEqual([]),
)

test.each([
  ['S3_ENDPOINT', 's3.example'],
  ['S3_ENDPOINT', 'https://'],
  ['S3_ENDPOINT', 'https://key:secret@s3.example'],
  ['S3_ENDPOINT', 'https://s3.example/?x=1'],
  ['S3_ENDPOINT', 'https://s3.example/#x'],
  ['S3_REGION', 'eu west'],
  ['S3_BUCKET', 'xy'],
  ['S3_BUCKET', 'photos/of/fettle'],
  ['S3_BUCKET', '../photos'],
  ['S3_BUCKET', 'photos..of'],
  ['S3_ACCESS_KEY', 'ASIATEMPORARY'],
])('%s cannot be %p, and what it was is not repeated', (name, value) => {
  const told = problems({ [name]: value })
  expect(told).toEqual([expect.stringMatching(new RegExp(`^${name} must `))])
  expect(told.join()).not.toContain(value)
})

test('S3 is given whole or not at all', () => {
  expect(problems({ S3_SECRET_KEY: '' })).toEqual(['S3_SECRET_KEY is missing (it goes with S3_ENDPOINT)'])
})
