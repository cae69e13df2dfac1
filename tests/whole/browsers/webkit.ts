import { join } from 'node:path'
import { freePort } from '#tests/whole/services/ports.ts'
import { serviceFolder } from '#tests/whole/services/service-folder.ts'
import { type Engine, KEYS, keyActions } from './engine.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const TOOLBAR = 22
/** In milliseconds, of one call of the driver, which answers within a second. */
const PATIENCE = 60_000
// Otherwise the window is at least 447 pixels wide, for its toolbar.
const SMALL_TOOLBAR =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px } button, entry { -gtk-icon-transform: scale(0) }'
const MACHINE = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const BROWSER = `/usr/lib/${MACHINE}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

/** Starts WebKit on a screen of its own. `missingServices(['webkit', 'xvfb'])` tells whether they are here. */
export async function startWebKit(): Promise<Engine> {
  const folder = serviceFolder('webkit')
  await Bun.write(join(folder.path, 'gtk-3.0/gtk.css'), SMALL_TOOLBAR)
  const screen = Bun.spawn(['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' },
  })
  await Bun.write(join(folder.path, 'xvfb.pid'), `${screen.pid}\n`)
  // It prints the number when it is ready.
  const { value } = await screen.stdout.getReader().read()
  const display = `:${new TextDecoder().decode(value).trim()}`
  const port = freePort()
  const driver = Bun.spawn(['WebKitWebDriver', `--port=${port}`], {
    env: {
      ...process.env,
      ...{ DISPLAY: display, HOME: folder.path, XDG_CONFIG_HOME: folder.path },
      // Its sandbox wants to be started by an ordinary user; graphics without a graphics card.
      ...{
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    },
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  })
  await Bun.write(join(folder.path, 'driver.pid'), `${driver.pid}\n`)
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
      signal,
    })
      // Its own error does not say of which call it is.
      .catch((error) => {
        throw new Error(`${method} ${path}: ${error}`)
      })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  while (!(await send('GET', '/status').catch(() => null))) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
    await Bun.sleep(20)
  }
  const browser = { binary: BROWSER, args: ['--automation'] }
  const alwaysMatch = { acceptInsecureCerts: true, 'webkitgtk:browserOptions': browser }
  const { sessionId } = (await send('POST', '/session', { capabilities: { alwaysMatch } })) as {
    sessionId: string
  }
  const post = (path: string, body: object) => send('POST', `/session/${sessionId}${path}`, body)
  const call = (what: unknown, args: unknown[]) =>
    post('/execute/sync', { script: `return (${what}).apply(null, arguments)`, args })
  return {
    resize: async (width, height) => void (await post('/window/rect', { x: 0, y: 0, width, height: height + TOOLBAR })),
    go: async (url) => void (await post('/url', { url })),
    back: async () => void (await post('/back', {})),
    evaluate: async (what, ...args) => (await call(what, args)) as ReturnType<typeof what>,
    find: async (what, ...args) => ((await call(what, args)) as Record<string, string> | null)?.[ELEMENT] ?? null,
    click: async (id) => void (await post(`/element/${id}/click`, {})),
    type: async (id, text) => void (await post(`/element/${id}/value`, { text })),
    press: async (key) => void (await post('/actions', { actions: [keyActions([KEYS[key]])] })),
    upload: async (id, file) => void (await post(`/element/${id}/value`, { text: file })),
    [Symbol.asyncDispose]: async () => {
      await Promise.race([send('DELETE', `/session/${sessionId}`).catch(() => {}), Bun.sleep(3000)])
      for (const child of [driver, screen]) {
        child.kill('SIGKILL')
        await child.exited
      }
      await folder.remove()
    },
  }
}
