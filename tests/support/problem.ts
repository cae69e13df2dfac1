import { PROBLEMS, type Problem, type ProblemCode } from '#src/http/problem-codes.ts'

export type ProblemAnswer = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: ProblemCode
  problems?: Problem[]
  message: string
  errors?: Record<string, string>
}

/** A refusal's body as RFC 9457 has it. Throws where it contradicts itself, its status or its request's id. */
export async function problemOf(coming: Response | Promise<Response>): Promise<ProblemAnswer> {
  const response = await coming
  const type = response.headers.get('content-type')
  if (type !== 'application/problem+json') throw new Error(`The refusal is ${type ?? 'without a type'}`)
  const body = (await response.json()) as ProblemAnswer
  const [status, title] = PROBLEMS[body.code]
  const right: Record<string, unknown> = {
    type: `/api/docs/problems#${body.code}`,
    title,
    status,
    detail: body.message,
  }
  for (const [name, value] of Object.entries(right))
    if (body[name as keyof ProblemAnswer] !== value) throw new Error(`Its ${name} is wrong: ${JSON.stringify(body)}`)
  if (status !== response.status) throw new Error(`${response.status} is not ${status}`)
  const id = response.headers.get('x-request-id')
  if (id && ![`urn:uuid:${id}`, `#${id}`].includes(body.instance)) throw new Error(`${body.instance} is not ${id}`)
  if ((body.status === 400 || body.status === 422) && !body.problems?.length)
    throw new Error(`The refusal says not where: ${JSON.stringify(body)}`)
  return body
}

/** What scripts have had since the first version. */
export async function refusalOf(coming: Response | Promise<Response>) {
  const { message, errors } = await problemOf(coming)
  return errors ? { message, errors } : { message }
}
