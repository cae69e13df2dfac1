import { join } from 'node:path'
import { serviceFolder } from '#tests/whole/services/service-folder.ts'
import { type Engine, KEYS, keyActions } from './engine.ts'

type Answer = { id?: number; result?: unknown; error?: string; message?: string }
type Value = { type: string; value?: string; sharedId?: string }
type Called = { type: 'success'; result: Value } | { type: 'exception'; exceptionDetails: { text: string } }

/** Starts Firefox without a window. `missingServices(['firefox'])` tells whether it is here. */
export async function startFirefox(): Promise<Engine> {
  const folder = serviceFolder('firefox')
  const profile = join(folder.path, 'profile')
  await Bun.write(
    join(profile, 'user.js'),
    ['app.normandy.enabled', 'app.update.disabledForTesting', 'datareporting.policy.dataSubmissionEnabled']
      .map((name) => `user_pref("${name}", ${name.includes('disabled')});\n`)
      .join(''),
  )
  const child = Bun.spawn(
    ['/usr/bin/firefox-esr', '--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
    {
      env: { ...process.env, HOME: folder.path, MOZ_CRASHREPORTER_DISABLE: '1' },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  await Bun.write(join(folder.path, 'firefox.pid'), `${child.pid}\n`)
  const send = await connect(`${await addressIn(child.stderr)}/session`)
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: [{ context: string }] }
  const [{ context }] = contexts
  const call = async (functionDeclaration: string, ...args: unknown[]): Promise<Value> => {
    const called = (await send('script.callFunction', {
      ...{ functionDeclaration, arguments: args, target: { context }, awaitPromise: false, userActivation: false },
    })) as Called
    if (called.type === 'exception') throw new Error(called.exceptionDetails.text)
    return called.result
  }
  const text = (args: unknown[]) => ({ type: 'string', value: JSON.stringify(args) })
  const act = (...actions: unknown[]) => send('input.performActions', { context, actions })
  return {
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    go: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    evaluate: async (what, ...args) =>
      JSON.parse((await call(`(json) => JSON.stringify((${what})(...JSON.parse(json)))`, text(args))).value ?? 'null'),
    find: async (what, ...args) =>
      (await call(`(json) => (${what})(...JSON.parse(json))`, text(args))).sharedId ?? null,
    click: async (sharedId) => {
      const origin = { type: 'element', element: { sharedId } }
      const button = { button: 0 }
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', ...button },
        { type: 'pointerUp', ...button },
      ]
      await act({ type: 'pointer', id: 'mouse', actions })
    },
    type: async (sharedId, typed) => {
      await call('(field) => { field.focus(); field.select?.() }', { sharedId })
      await act(keyActions(typed))
    },
    press: async (key) => void (await act(keyActions([KEYS[key]]))),
    upload: async (sharedId, file) =>
      void (await send('input.setFiles', { context, element: { sharedId }, files: [file] })),
    [Symbol.asyncDispose]: async () => {
      // So that its processes of pages end too; killed, it would leave them to find out.
      await Promise.race([send('browser.close', {}).then(() => child.exited), Bun.sleep(5000)])
      child.kill('SIGKILL')
      await folder.remove()
    },
  }
}

/** Where it listens, as it prints it. Throws with what it printed when it ends before. */
async function addressIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let printed = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`Firefox: ${printed}`)
    printed += decoder.decode(value, { stream: true })
    const address = /BiDi listening on (ws:\S+)/.exec(printed)?.[1]
    if (!address) continue
    // What it prints further would fill the pipe, and hold it.
    void (async () => {
      while (!(await reader.read()).done);
    })()
    return address
  }
}

async function connect(url: string): Promise<(method: string, params: object) => Promise<unknown>> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    waiting.get(answer.id ?? 0)?.(answer)
    waiting.delete(answer.id ?? 0)
  })
  socket.addEventListener('close', () => {
    for (const give of waiting.values()) give({ error: 'closed', message: 'Firefox is gone' })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve())
  socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)))
  await promise
  return async (method, params) => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const id = ++last
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await promise
    if (error) throw new Error(`${method}: ${error}: ${message}`)
    return result
  }
}
