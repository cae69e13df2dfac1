import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { describedUnder, type Route } from '#src/http/api-description.ts'
import { chooseEncoding, clientHas } from '#src/http/respond/negotiate.ts'
import { documentOf } from './document.ts'

const described = describedUnder('Documentation')
const OpenApi = Type.Record(Type.String(), Type.Unknown(), { description: 'OpenAPI 3.1.' })

/** It is made while a first reader waits, and everybody else with them. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type CachedDocument = { etag: string; bodies: Record<'identity' | 'gzip' | 'br', Uint8Array<ArrayBuffer>> }

function cachedDocument(routes: readonly Route[]): CachedDocument {
  const text = Buffer.from(JSON.stringify(documentOf(routes)))
  return {
    etag: Bun.hash(text).toString(36),
    bodies: {
      identity: new Uint8Array(text),
      gzip: new Uint8Array(gzipSync(text)),
      br: new Uint8Array(brotliCompressSync(text, QUICKLY)),
    },
  }
}

export const openApi = (routes: () => readonly Route[]) => {
  let kept: CachedDocument | undefined
  return new Elysia({ name: 'openapi-api' }).get(
    '/api/openapi.json',
    ({ request }) => {
      kept ??= cachedDocument(routes())
      const encoding = chooseEncoding(request.headers.get('accept-encoding'), ['br', 'gzip'])
      const etag = `"${kept.etag}${encoding === 'identity' ? '' : `.${encoding}`}"`
      const headers = { etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' }
      if (clientHas(request, etag)) return new Response(null, { status: 304, headers })
      return new Response(kept.bodies[encoding], {
        headers: {
          ...headers,
          'content-type': 'application/json;charset=utf-8',
          ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        },
      })
    },
    described('getDocument', 'This document', { by: 'everybody', etag: true, answers: { 200: OpenApi } }),
  )
}
