import { brotliCompressSync, constants } from 'node:zlib'
import type { Child } from '#tests/tools/bench/server.ts'

const compressed = (body: Uint8Array | string, quality: number) =>
  new Uint8Array(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))

const page = (sheet: string) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<title>Dashboard</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${sheet}">
<script type="module" src="/bundle.js"></script>
</head>
<body class="signed-in"><div id="root"></div></body>
</html>`

/** Serves the single-page app as well as can be: its bundle compressed ahead, its reads answered by the app. */
export async function serveSinglePage(app: Child, headers: Record<string, string>) {
  const built = await Bun.build({
    entrypoints: ['tests/tools/bench/peers/single-page.tsx'],
    minify: true,
    target: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const bundle = compressed((await built.outputs[0]?.text()) ?? '', 11)
  const origin = `http://127.0.0.1:${app.port}`
  const dashboard = await (await fetch(`${origin}/`, { headers })).text()
  const sheet = /\/assets\/agent-[^"]+\.css/.exec(dashboard)?.[0]
  if (!sheet) throw new Error('The dashboard has no style sheet')
  const files: Record<string, [type: string, body: Uint8Array<ArrayBuffer>]> = {
    '/': ['text/html; charset=utf-8', compressed(page(sheet), 11)],
    '/bundle.js': ['text/javascript; charset=utf-8', bundle],
    [sheet]: ['text/css; charset=utf-8', compressed(await (await fetch(`${origin}${sheet}`)).text(), 11)],
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const file = files[pathname]
      const encoded = { 'content-encoding': 'br' }
      if (file) return new Response(file[1], { headers: { ...encoded, 'content-type': file[0] } })
      if (!pathname.startsWith('/api/')) return new Response(null, { status: 204 })
      const answer = await fetch(`${origin}${pathname}`, { headers })
      const body = compressed(await answer.bytes(), 4)
      return new Response(body, { status: answer.status, headers: { ...encoded, 'content-type': 'application/json' } })
    },
  })
  return { url: server.url.href, stop: () => server.stop(true) }
}
