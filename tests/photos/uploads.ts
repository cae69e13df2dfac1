import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { env } from '#src/runtime/env.ts'
import { handle, signedInAs } from '#tests/support/app.ts'
import { jpeg } from './pictures.ts'

/** Asks for an upload URL, as the form does. */
export async function askForUrl(user: Actor): Promise<string> {
  const response = await (await signedInAs(user)).post('/api/objects/upload')
  return ((await response.json()) as { uploadURL: string }).uploadURL
}

/** PUTs a body to an upload URL, as a script does: no cookie. */
export const put = (url: string, body: BodyInit | undefined, headers: Record<string, string> = {}): Promise<Response> =>
  handle(new Request(url, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg', ...headers } }))

/** A file as a body. */
export const bodyOf = (file: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(file)

/** The same in pieces, so that no Content-Length is known; `lie` claims one. */
export const inPieces = (file: Buffer, piece = 65_536): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < file.length; at += piece) controller.enqueue(file.subarray(at, at + piece))
      controller.close()
    },
  })

/** Has the user upload a photo. Returns its '/objects/{id}' path. */
export async function upload(user: Actor, file?: Buffer): Promise<string> {
  const response = await put(await askForUrl(user), bodyOf(file ?? (await jpeg())))
  return ((await response.json()) as { path: string }).path
}

export const idOf = (path: string): string => path.split('/').at(-1)!.split('?')[0]!

export async function rowOf(path: string) {
  const [row] = await db
    .select()
    .from(uploadedObjects)
    .where(eq(uploadedObjects.id, idOf(path)))
  return row
}

/** The files of uploads that are not whole. */
export function filesArriving(): string[] {
  try {
    return readdirSync(join(env.DATA_DIR, 'photos', 'incoming'))
  } catch {
    return []
  }
}
