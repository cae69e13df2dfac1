import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Value, ValueErrorType } from '@sinclair/typebox/value'
import { isBlank } from '#src/domain/blank.ts'
import type { Recorded } from '#src/domain/recorded.ts'
import { type ArrivalPace, chunksOf } from './arriving.ts'
import { Invalid, Malformed, TooLarge, WrongType } from './errors.ts'
import { type ProblemPlace, pointerTo } from './problem-codes.ts'

export const MAX_BODY = 100_000
const MAX_ITEMS = 1000

export type Typed = Record<string, unknown>
export type FieldErrors = Record<string, string>
type Places = Record<string, ProblemPlace>
type Checked<Out> =
  | { value: Out; errors: null; places?: never; typed: Typed }
  | { value: null; errors: FieldErrors; places?: Places; typed: Typed }

export type InputRule<S extends TSchema, Out = Static<S>> = (value: Static<S>, recorded?: Recorded) => Judged<Out>
export type Judged<Out> = { value: Out; errors?: never } | { value?: never; errors: FieldErrors }

export const REASON = Type.String({ minLength: 1, maxLength: 1000, error: 'Please give a reason' })

export const judged = <Out>(value: Out, errors: FieldErrors): Judged<Out> =>
  Object.keys(errors).length ? { errors } : { value }

/** Trims strings, to nothing if there is nothing to see, unless `trim: false`; leaves out empty optional ones unless `keepEmpty: true` (a PATCH), null unless the field has `keepNull`. */
export function check<S extends TObject, Out = Static<S>>(
  schema: S,
  raw: unknown,
  rule?: InputRule<S, Out>,
): Checked<Out> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Malformed('The body must be a JSON object.')
  const typed = raw as Typed
  const value = Value.Default(schema, tidy(schema, typed))
  const errors: FieldErrors = {}
  const places: Places = {}
  for (const problem of Value.Errors(schema, value)) {
    const [field, part] = fieldAt(schema, problem.path.split('/').slice(1))
    errors[field] ??= message(problem.type, problem.schema, part)
    places[field] ??= { pointer: problem.path }
  }
  if (Object.keys(errors).length) return { value: null, errors, places, typed }
  const result = rule ? rule(value as Static<S>) : { value: value as Out }
  return result.errors
    ? { value: null, errors: result.errors, typed }
    : { value: result.value as Out, errors: null, typed }
}

export function checked<S extends TObject, Out = Static<S>>(schema: S, raw: unknown, rule?: InputRule<S, Out>): Out {
  const result = check(schema, raw, rule)
  if (result.errors) throw new Invalid(result.errors, undefined, result)
  return result.value
}

function tidy(schema: TObject, raw: Typed): Typed {
  const tidied: Typed = {}
  for (const [field, part] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(raw, field) ? raw[field] : undefined
    const item = itemOf(part)
    const sent = given === null && schema.keepEmpty === true ? (part?.type === 'array' ? [] : '') : given
    const value =
      typeof sent === 'string' ? tidyText(sent, part) : item ? tidyItems(item, part, sent) : tidyPart(part, sent)
    const optional = !schema.required?.includes(field) && schema.keepEmpty !== true
    if (value === undefined || (optional && (value === '' || (value === null && part?.keepNull !== true)))) continue
    tidied[field] = value
  }
  return tidied
}

const itemOf = (part: TSchema | undefined): TObject | null =>
  part?.type === 'array' && part.items?.type === 'object' ? part.items : null

const isPart = (part: TSchema | undefined): part is TObject => part?.type === 'object' && part.properties !== undefined

const tidyPart = (part: TSchema, sent: unknown): unknown =>
  isPart(part) && isObject(sent) ? tidy(part, sent) : flat(sent)

const isObject = (value: unknown): value is Typed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// As deep as the schema, never as deep as what was sent; one item too many is enough to be refused.
const tidyItems = (item: TObject, { maxItems }: TSchema, sent: unknown): unknown =>
  Array.isArray(sent)
    ? sent.slice(0, (maxItems ?? MAX_ITEMS) + 1).map((one) => (isObject(one) ? tidy(item, one) : flat(one)))
    : flat(sent)

/** Nothing that is nested beyond a list: recursive validation could overflow the stack. */
const flat = (value: unknown): unknown =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) && value.every((part) => typeof part !== 'object' || part === null))
    ? value
    : {}

function fieldAt(schema: TObject, [field = '', index, ...rest]: string[]): [name: string, part: TSchema | undefined] {
  const part = schema.properties[field]
  const item = itemOf(part)
  if (isPart(part) && index !== undefined) {
    const [inner, of] = fieldAt(part, [index, ...rest])
    return [`${field}.${inner}`, of]
  }
  if (!item || index === undefined) return [field, part]
  if (rest.length === 0) return [`${field}.${index}`, item]
  const [inner, of] = fieldAt(item, rest)
  return [`${field}.${index}.${inner}`, of]
}

/** Characters that do not show and can deceive: controls, spaces without width, changes of direction. */
const DECEPTIVE = /[^\P{Cc}\n\t]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu

/** PostgreSQL refuses NUL and half a surrogate pair, so these go from passwords too, which stay as they are otherwise. */
function tidyText(text: string, { trim, maxLength }: TSchema): string {
  const kept = text.replaceAll('\0', '').toWellFormed().replaceAll('\r\n', '\n')
  const tidied = trim === false ? kept : isBlank(kept) ? '' : kept.replaceAll('\r', '\n').replace(DECEPTIVE, '').trim()
  // One too many is enough to be refused; no pattern is matched against more.
  return typeof maxLength === 'number' ? tidied.slice(0, maxLength + 1) : tidied
}

function message(type: ValueErrorType, schema: TSchema, field: TSchema | undefined): string {
  if (type === ValueErrorType.StringMaxLength) return `Please use at most ${schema.maxLength} characters`
  return typeof field?.error === 'string' ? field.error : 'This is not valid'
}

export async function readJson(
  request: Request,
  { optional = false, limit = MAX_BODY, pace }: { optional?: boolean; limit?: number; pace?: ArrivalPace } = {},
): Promise<unknown> {
  const text = utf8(await readBody(request, limit, pace))
  if (optional && text.trim() === '') return {}
  if (contentType(request) !== 'application/json') throw new WrongType('application/json')
  try {
    return JSON.parse(text)
  } catch {
    throw new Malformed('The body is not valid JSON.')
  }
}

/** Throws Malformed instead of putting U+FFFD for what is no UTF-8. */
function utf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Malformed('The body is not valid UTF-8.')
  }
}

export async function jsonInput<S extends TObject, Out = Static<S>>(
  request: Request,
  schema: S,
  options: { optional?: boolean; rule?: InputRule<S, Out> } = {},
): Promise<Out> {
  const raw = await readJson(request, options)
  const { value, errors, places } = check(schema, raw, options.rule)
  const unknown = unknownFields(schema, raw as Typed)
  if (unknown.length) throw unknownRefused(unknown, { errors: errors ?? {}, places })
  if (errors) throw new Invalid(errors, undefined, { places })
  return value
}

export const NoFields = Type.Object({})

export async function noInput(request: Request): Promise<void> {
  if ((await keepBody(request)).byteLength) await jsonInput(request, NoFields, { optional: true })
}

type Unknown = { path: string[]; detail: string }

function unknownRefused(unknown: Unknown[], { errors, places }: { errors: FieldErrors; places?: Places }): Invalid {
  const named = unknown.map(({ path, detail }) => ({
    field: [...path.slice(0, -1), path.at(-1)?.slice(0, LONGEST_NAME)].join('.'),
    pointer: pointerTo(path),
    detail,
  }))
  const told = { ...errors, ...Object.fromEntries(named.map(({ field, detail }) => [field, detail])) }
  const at = { ...places, ...Object.fromEntries(named.map(({ field, pointer }) => [field, { pointer }])) }
  return new Invalid(told, undefined, { places: at, code: 'unknown_field' })
}

const LONGEST_NAME = 100
const MAX_UNKNOWN = 10

function unknownFields(schema: TObject, raw: Typed, within: string[] = []): Unknown[] {
  const known = Object.keys(schema.properties)
  const detail = `This field is not known. ${known.length ? `Known are: ${known.join(', ')}.` : 'There are none.'}`
  const unknown = Object.keys(raw).filter((name) => !Object.hasOwn(schema.properties, name))
  const inside = known.flatMap((name) => {
    const part = schema.properties[name]
    const item = itemOf(part)
    const sent = Object.hasOwn(raw, name) ? raw[name] : null
    if (isPart(part) && isObject(sent)) return unknownFields(part, sent, [...within, name])
    if (!item || !Array.isArray(sent)) return []
    return sent.flatMap((one, index) =>
      isObject(one) ? unknownFields(item, one, [...within, name, String(index)]) : [],
    )
  })
  return [...unknown.map((name) => ({ path: [...within, name], detail })), ...inside].slice(0, MAX_UNKNOWN)
}

export async function readForm(request: Request, pace?: ArrivalPace): Promise<Typed> {
  const body = await keepBody(request, pace)
  if (body.byteLength === 0) return {}
  if (contentType(request) !== 'application/x-www-form-urlencoded')
    throw new WrongType('application/x-www-form-urlencoded')
  return typedOf(new URLSearchParams(new TextDecoder().decode(body)))
}

export function typedOf(entries: Iterable<[string, string]>): Typed {
  const typed: Typed = {}
  for (const [name, sent] of entries) {
    const value = sent.replaceAll('\0', '')
    const before = Object.hasOwn(typed, name) ? typed[name] : undefined
    if (before === undefined) typed[name] = value
    else if (Array.isArray(before)) before.push(value)
    else typed[name] = [before, value]
  }
  return typed
}

export const allTexts = (given: unknown): string[] => [given].flat().filter((one) => typeof one === 'string')

export const textsOf = (typed: Typed): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

const contentType = (request: Request) =>
  request.headers.has('content-encoding')
    ? null
    : request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

const kept = new WeakMap<Request, Uint8Array>()

export async function keepBody(request: Request, pace?: ArrivalPace, limit = MAX_BODY): Promise<Uint8Array> {
  const body = kept.get(request) ?? (await readBody(request, limit, pace))
  kept.set(request, body)
  return body
}

async function readBody(request: Request, limit: number, pace?: ArrivalPace): Promise<Uint8Array> {
  const before = kept.get(request)
  if (before) return before
  if (Number(request.headers.get('content-length')) > limit) throw new TooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  // The header may lie or be absent, so what arrives is counted.
  for await (const chunk of chunksOf(request, pace)) {
    size += chunk.byteLength
    if (size > limit) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
