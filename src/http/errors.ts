import type { Meanwhile } from '#src/domain/job/timeline.ts'
import {
  type CodeOf,
  type Problem,
  type ProblemCode,
  type ProblemPlace,
  pointerTo,
  usualCode,
} from './problem-codes.ts'

export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
    readonly code: ProblemCode = usualCode(status),
    readonly problems: readonly Problem[] = [],
  ) {
    super(message)
  }
}

export class Malformed extends HttpError {
  constructor(message = 'The request cannot be read.', place: ProblemPlace = { pointer: '' }) {
    super(400, message, {}, 'malformed', [{ ...place, detail: message }])
  }
}

export class Unauthorized extends HttpError {
  constructor(message = 'Unauthorized', headers: Record<string, string> = {}, code: CodeOf<401> = 'not_signed_in') {
    super(401, message, headers, code)
  }
}

export class Forbidden extends HttpError {
  constructor(message = 'You may not do this.', code: CodeOf<403> = 'forbidden') {
    super(403, message, {}, code)
  }
}

export class PasskeyNeeded extends Forbidden {
  constructor() {
    super('Administrators need a passkey here. Please finish signing in on the page /passkey.', 'passkey_needed')
  }
}

/** Also for what exists and is not the caller's, so that nobody learns which. */
export class NotFound extends HttpError {
  constructor() {
    super(404, 'Not found')
  }
}

export const sentenceOf = (error: HttpError): string =>
  error instanceof NotFound
    ? 'It may have been deleted, or given to somebody else. Please reload the page to see how things are now.'
    : error.message

export class Refused extends HttpError {
  constructor(
    message: string,
    code: CodeOf<409> = 'conflict',
    readonly meanwhile?: Meanwhile,
  ) {
    super(409, message, {}, code)
  }
}

export class NoLongerYours extends Refused {
  constructor(what: string, meanwhile?: Meanwhile) {
    super(`This is no longer possible: ${what} is no longer with you.`, 'job_moved_on', meanwhile)
  }
}

export class Gone extends HttpError {
  constructor(message: string, code: CodeOf<410> = 'link_ended') {
    super(410, message, {}, code)
  }
}

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

/** `places` are those of fields whose name is not also their path: that of `lines.0.unitPrice` is /lines/0/unitPrice. */
export class Invalid extends HttpError {
  constructor(
    readonly errors: Record<string, string>,
    message = Object.values(errors)[0] ?? 'The input is wrong.',
    { places = {}, code = 'invalid_input' }: { places?: Record<string, ProblemPlace>; code?: CodeOf<422> } = {},
  ) {
    const placeOf = (field: string): ProblemPlace =>
      (Object.hasOwn(places, field) && places[field]) || { pointer: field && pointerTo(field.split('.')) }
    const problems = Object.entries(errors).map(([field, detail]) => ({ ...placeOf(field), detail }))
    super(422, message, {}, code, problems)
  }
}

export class WrongQuery extends HttpError {
  constructor(
    readonly errors: Record<string, string>,
    code: CodeOf<400> = 'wrong_parameter',
  ) {
    const problems = Object.entries(errors).map(([parameter, detail]) => ({ parameter, detail }))
    super(400, Object.values(errors)[0] ?? 'The address is wrong.', {}, code, problems)
  }
}

export class TooMany extends HttpError {
  constructor(message: string, retryAfterSeconds: number) {
    super(429, message, { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) })
  }
}

export class Failed extends Error {
  constructor(
    readonly title: string,
    cause: unknown,
  ) {
    super(title, { cause })
  }
}

export class NoRoom extends HttpError {
  constructor(message: string, retryAfterSeconds = 60) {
    super(507, message, { 'retry-after': String(retryAfterSeconds) })
  }
}

export class Unavailable extends HttpError {
  constructor(message = 'Fettle is not available right now. Please try again in a moment.', retryAfterSeconds = 5) {
    super(503, message, { 'retry-after': String(retryAfterSeconds) })
  }
}

export const STATUS_TITLES: Record<number, string> = {
  400: 'Bad request',
  403: 'Access denied',
  404: 'Not found',
  408: 'Too slow',
  409: 'No longer possible',
  410: 'No longer valid',
  413: 'Too large',
  415: 'Wrong type',
  422: 'Please check your input',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Not available',
}
