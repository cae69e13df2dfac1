/** The codes by which scripts tell errors apart; each keeps its status and meaning. A status's first is its default. */
export const PROBLEMS = {
  malformed: [400, 'The request cannot be read'],
  unknown_parameter: [400, 'The call has no such parameter'],
  wrong_parameter: [400, 'A parameter has a wrong value, or is given twice'],
  not_signed_in: [401, 'Nobody is signed in, or no longer'],
  wrong_token: [401, 'The token is wrong, has ended or was revoked'],
  wrong_credentials: [401, 'Name and password do not belong together'],
  forbidden: [403, 'The role may not do this'],
  not_yours: [403, 'It can be read, and belongs to somebody else'],
  read_only_token: [403, 'The token may only read'],
  sign_in_needed: [403, 'This needs a sign-in; a token will not do'],
  passkey_needed: [403, 'Administrators sign in with a passkey here; this session is of a password alone'],
  link_over: [403, 'The address for an upload is wrong or has expired'],
  another_site: [403, 'The request came from a page of another site'],
  not_found: [404, 'It does not exist, or is not yours to see'],
  too_slow: [408, 'The body arrived too slowly'],
  conflict: [409, 'The state of things does not allow it'],
  job_moved_on: [409, 'The status of the job no longer allows it'],
  already_assigned: [409, 'The job is with this contractor already'],
  chased_lately: [409, 'Whoever it waits on was chased within a working day'],
  quote_changed: [409, 'The quote is no longer the version that was read'],
  quote_decided: [409, 'The quote no longer waits for a decision'],
  quote_expired: [409, 'The quote was valid until an earlier day'],
  already_invoiced: [409, 'It is invoiced already'],
  not_billable: [409, 'It cannot be invoiced'],
  already_void: [409, 'The invoice is void'],
  already_paid: [409, 'The invoice is marked as paid'],
  already_sent: [409, 'A form with this Idempotency-Key as its key was sent'],
  already_uploaded: [409, 'The photo has been uploaded'],
  named_twice: [409, 'One call names it twice'],
  still_at_work: [409, 'The first request with this Idempotency-Key is still at work'],
  link_ended: [410, 'The link has been used, has expired or was replaced'],
  photo_gone: [410, 'The photo of this Idempotency-Key has been removed'],
  cursor_expired: [410, 'What came after the cursor is no longer kept'],
  precondition_failed: [412, 'It has changed since it was read'],
  too_large: [413, 'The body is too large'],
  wrong_type: [415, 'The body is of another content type'],
  invalid_input: [422, 'A field or a parameter has a wrong value'],
  unknown_field: [422, 'The call has no such field'],
  idempotency_key_reused: [422, 'The Idempotency-Key was used for another request'],
  too_many_requests: [429, 'Too many requests, or too many failures'],
  internal_error: [500, 'A fault of Fettle’s'],
  unavailable: [503, 'The database or the photo storage is away'],
  no_room: [507, 'There is no room for photos'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof PROBLEMS

export type CodeOf<Status extends number> = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code][0] extends Status ? Code : never
}[ProblemCode]

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

const usual = new Map(PROBLEM_CODES.toReversed().map((code) => [PROBLEMS[code][0] as number, code]))

export const usualCode = (status: number): ProblemCode => usual.get(status) ?? 'internal_error'

/** Where the request is wrong: a place in its body (RFC 6901, '' is the whole), a parameter or a header. */
export type ProblemPlace = { pointer: string } | { parameter: string } | { header: string }
export type Problem = ProblemPlace & { detail: string }

export const pointerTo = (path: readonly string[]): string =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
