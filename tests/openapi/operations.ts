import { document, pointer, resolved } from '#tests/support/document/document.ts'

export type Schema = { [name: string]: unknown }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema; required?: boolean }
export type Body = { required: boolean; content: Record<string, { schema?: Schema; example?: unknown }> }
type Answer = { status: string; type: string; example: unknown; place: string }

export type Operation = {
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  body?: Body & { place: string }
  answers: Answer[]
  security: Record<string, unknown>[]
}

type Raw = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
  security: Operation['security']
}

/** The calls of the document, as a client reads them. */
export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, calls]) =>
  Object.entries(calls as unknown as Record<string, Raw>).map(([verb, raw]) => {
    const place = `paths/${pointer(path)}/${verb}`
    return {
      ...{ operationId: raw.operationId, method: verb.toUpperCase(), path, security: raw.security },
      parameters: (raw.parameters ?? []).map((one) => resolved(one as never) as Parameter),
      body: raw.requestBody && { ...raw.requestBody, place: `${place}/requestBody` },
      answers: Object.entries(raw.responses).flatMap(([status, answer]) =>
        Object.entries(
          resolved(answer as never as { $ref?: string; content?: Record<string, { example?: unknown }> }).content ?? {},
        ).map(([type, { example }]) => ({
          ...{ status, type, example },
          place: `${(answer as { $ref?: string }).$ref?.slice(2) ?? `${place}/responses/${status}`}/content/${pointer(type)}/schema`,
        })),
      ),
    }
  }),
)
