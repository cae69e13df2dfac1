import { beforeEach } from 'bun:test'
import { aCast, type Cast } from './world.ts'

/** An agent, a contractor and an administrator, made anew before each test of the file that calls this. */
export function castOfEachTest(): Cast {
  const cast = {} as Cast
  beforeEach(async () => {
    Object.assign(cast, await aCast())
  })
  return cast
}
