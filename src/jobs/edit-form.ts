import { type Typed, textsOf } from '#src/web/input.ts'
import { AS_SHOWN } from './changes.ts'
import { fieldsOf } from './fields.ts'
import type { Job } from './job.ts'

const markOf = (text: string): string => Bun.hash(text.replaceAll('\r\n', '\n').trim()).toString(36)

/** Each field with a mark of what the form showed, so that one left alone undoes nobody else's edit. */
export function editedFields(job: Job): Record<string, string> {
  const fields = fieldsOf(job)
  const marks = Object.entries(fields).map(([name, text]) => [AS_SHOWN + name, markOf(text)])
  return { ...fields, ...Object.fromEntries(marks) }
}

export const touchedFields = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(textsOf(typed)).filter(([name, text]) => typed[AS_SHOWN + name] !== markOf(text)))
