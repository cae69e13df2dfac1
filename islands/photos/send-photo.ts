import { Final, SignedOut } from '#islands/retry.ts'
import { tooLarge, UPLOAD_PACE } from '#src/domain/photo/photo.ts'

export type Put = (
  url: string,
  blob: Blob,
  options: { silence: number; signal?: AbortSignal; onProgress?: (share: number) => void; onSent?: () => void },
) => Promise<{ status: number; text: string }>

/** Lets what takes the line run, until that says that all is sent: its answer needs no line. */
export type Turn = <T>(send: (sent: () => void) => Promise<T>) => Promise<T>

type Sending = {
  name: string
  signal?: AbortSignal
  onProgress?: (share: number) => void
  /** Under it the server keeps longer what nothing has taken. */
  key?: string
  turn?: Turn
  fetch?: typeof globalThis.fetch
  put?: Put
}

/** In milliseconds: a line on which nothing moves for so long is given up. Browsers do not say that it has died. */
export const SILENCE = 20_000

class Silent extends Error {}

// Attempts share an upload URL, so that a photo whose answer was lost is stored once.
export function photoSender(
  blob: Blob,
  { name, signal, onProgress, key, turn = (send) => send(() => {}), fetch = globalThis.fetch, put = putByXhr }: Sending,
): () => Promise<string> {
  let url: string | null = null
  // Bytes that a browser counts as sent may still be in the phone: a slow line gets longer each time.
  let silence = SILENCE
  return async () => {
    url ??= await askForUrl(fetch, signal, key)
    const to = url
    const { status, text } = await turn((onSent) => put(to, blob, { silence, signal, onProgress, onSent })).catch(
      (error) => {
        if (error instanceof Silent) silence = Math.min(silence + SILENCE, patienceFor(blob))
        throw error
      },
    )
    // 409: an earlier attempt had arrived.
    if ((status >= 200 && status < 300) || status === 409) return pathOf(to)
    if (status === 403 || status === 404) url = null
    if (status === 413) throw new Final(tooLarge(name))
    if (status === 415 || status === 422) throw new Final(messageOf(text) ?? `File ${name} is not a photo`)
    throw new Error(`The upload was answered ${status}`)
  }
}

async function askForUrl(fetch: typeof globalThis.fetch, signal?: AbortSignal, key?: string): Promise<string> {
  const headers: HeadersInit = key ? { 'idempotency-key': key } : {}
  const ask = (signal: AbortSignal) => fetch('/api/objects/upload', { method: 'POST', headers, signal })
  const response = await unlessSilent(ask, signal)
  if (response.status === 401) throw new SignedOut()
  if (response.status === 403) throw new Final('You may not add photos.')
  if (!response.ok) throw new Error(`Asking for an upload was answered ${response.status}`)
  const { uploadURL } = (await response.json()) as { uploadURL: string }
  // The server's host may differ from this page's.
  const { pathname, search } = new URL(uploadURL, 'http://own.invalid')
  return pathname + search
}

/** AbortSignal.any is not in every phone. */
async function unlessSilent<T>(ask: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const work = new AbortController()
  const abort = () => work.abort()
  const timer = setTimeout(abort, SILENCE)
  signal?.addEventListener('abort', abort)
  try {
    return await ask(work.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const pathOf = (url: string): string => `/objects/${url.split('?')[0]!.split('/').at(-1)}`

function messageOf(text: string): string | null {
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}

const ANSWER = 30_000

/** In milliseconds: longer than the server's, so that the slowest line that it bears is borne here in the end. */
export const patienceFor = (blob: Blob): number =>
  Math.min(UPLOAD_PACE.total, UPLOAD_PACE.silence + (blob.size / UPLOAD_PACE.rate) * 1000) + ANSWER

/** fetch cannot report upload progress. */
export const putByXhr: Put = (url, blob, { silence, signal, onProgress, onSent }) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    const failed = () => reject(signal?.aborted ? signal.reason : new Error('No connection'))
    const abort = () => xhr.abort()
    const giveUp = () => {
      reject(new Silent('No connection'))
      xhr.abort()
    }
    let timer = setTimeout(giveUp, silence)
    const heard = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, silence)
    }
    xhr.upload.onprogress = ({ loaded, total }) => {
      heard()
      onProgress?.(total ? loaded / total : 0)
    }
    xhr.upload.onload = () => onSent?.()
    xhr.onprogress = heard
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText })
    xhr.onerror = failed
    xhr.onabort = failed
    xhr.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
    xhr.open('PUT', url)
    xhr.setRequestHeader('content-type', blob.type || 'image/jpeg')
    xhr.send(blob)
  })
