/** What went wrong, in a sentence the user may read. Doors answer it as JSON or as a page. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export class Malformed extends HttpError {
  constructor(message = 'The request cannot be read.') {
    super(400, message)
  }
}

export class Unauthorized extends HttpError {
  constructor(message = 'Unauthorized', headers: Record<string, string> = {}) {
    super(401, message, headers)
  }
}

export class Forbidden extends HttpError {
  constructor(message = 'You may not do this.') {
    super(403, message)
  }
}

/** Also for a thing that exists and is not the caller's: both answer the same. */
export class NotFound extends HttpError {
  constructor() {
    super(404, 'Not found')
  }
}

/** What a person reads of an error. That a thing is not found says nothing of what to do. */
export const sentenceOf = (error: HttpError): string =>
  error instanceof NotFound
    ? 'It may have been deleted, or given to somebody else. Please reload the page to see how things are now.'
    : error.message

/** The thing is there and the caller may, but its state no longer allows it. */
export class Refused extends HttpError {
  constructor(message: string) {
    super(409, message)
  }
}

/** The sender fell silent or took too long. What it still sends, nobody reads. */
export class TooSlow extends HttpError {
  constructor() {
    super(408, 'This took too long to arrive. Please try again.', { connection: 'close' })
  }
}

export class TooLarge extends HttpError {
  constructor(message = 'The request is too large.') {
    super(413, message)
  }
}

export class WrongType extends HttpError {
  constructor(expected: string) {
    super(415, `The content type must be ${expected}.`)
  }
}

/** Wrong input. `errors` has one message a field. */
export class Invalid extends HttpError {
  constructor(
    readonly errors: Record<string, string>,
    message = Object.values(errors)[0] ?? 'The input is wrong.',
  ) {
    super(422, message)
  }
}

/** Wrong parameters of an address. `errors` has one message a parameter. */
export class WrongQuery extends HttpError {
  constructor(readonly errors: Record<string, string>) {
    super(400, Object.values(errors)[0] ?? 'The address is wrong.')
  }
}

export class TooMany extends HttpError {
  constructor(message: string, retryAfterSeconds: number) {
    super(429, message, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) })
  }
}

/** An unforeseen end of something, with the title under which it is told: 'Failed to Approve Quote'. */
export class Failed extends Error {
  constructor(
    readonly title: string,
    cause: unknown,
  ) {
    super(title, { cause })
  }
}

/** There is room for everything else, but not for this. */
export class NoRoom extends HttpError {
  constructor(message: string, retryAfterSeconds = 60) {
    super(507, message, { 'retry-after': String(retryAfterSeconds) })
  }
}

/** A part that Fettle needs is away. The caller may try again. */
export class Unavailable extends HttpError {
  constructor(message = 'Fettle is not available right now. Please try again in a moment.', retryAfterSeconds = 5) {
    super(503, message, { 'retry-after': String(retryAfterSeconds) })
  }
}

/** The title under which a refusal of a status is told. */
export const STATUS_TITLES: Record<number, string> = {
  400: 'Bad request',
  403: 'Access denied',
  404: 'Not found',
  408: 'Too slow',
  409: 'No longer possible',
  413: 'Too large',
  415: 'Wrong type',
  422: 'Please check your input',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Not available',
}
