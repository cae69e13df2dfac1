import { beforeEach } from 'bun:test'
import { Client, signedInAs } from './app.ts'
import { aCast, type Cast } from './world.ts'

/** An agent, a contractor and an administrator, made anew before each test of the file that calls this. */
export function castOfEachTest(): Cast {
  const cast = {} as Cast
  beforeEach(async () => {
    Object.assign(cast, await aCast())
  })
  return cast
}

/** Somebody of the cast, signed in anew before each test. */
export function signedInOfEachTest(cast: Cast, who: keyof Cast): Client {
  const client = new Client()
  beforeEach(async () => {
    Object.assign(client, { cookie: (await signedInAs(cast[who])).cookie })
  })
  return client
}
