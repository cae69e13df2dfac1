// The peers' packages are installed into a folder of their own when they are measured: what is used of them.

type PeerRequest = {
  query: Record<string, string | undefined>
  cookies: Record<string, string | undefined>
}
type PeerAnswer = {
  locals: { userId: string }
  status(code: number): PeerAnswer
  set(name: string, value: string): PeerAnswer
  json(body: unknown): PeerAnswer
  send(body: string): PeerAnswer
}
type PeerHandler = (request: PeerRequest, answer: PeerAnswer, next: () => void) => unknown

declare module 'express' {
  type App = {
    use(...handlers: PeerHandler[]): App
    get(path: string, ...handlers: PeerHandler[]): App
    listen(port: number, host: string): void
  }
  export default function express(): App
}

declare module 'compression' {
  export default function compression(): PeerHandler
}

declare module 'cookie-parser' {
  export default function cookieParser(): PeerHandler
}
