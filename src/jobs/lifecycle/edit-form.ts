import { AS_SHOWN } from '#src/domain/job/changes.ts'
import { fieldsOf } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import { type Typed, textsOf } from '#src/http/input.ts'
import { imagesOf } from '#src/photos/form.ts'

const markOf = (text: string): string => Bun.hash(text.replaceAll('\r\n', '\n').trim()).toString(36)

/** Each field with a mark of what the form showed, so that one left alone undoes nobody else's edit. */
export function editedFields(job: Job): Record<string, string> {
  const fields = fieldsOf(job)
  const marks = Object.entries({ ...fields, images: job.photosUrls.join('\n') }).map(([name, text]) => [
    AS_SHOWN + name,
    markOf(text),
  ])
  return { ...fields, ...Object.fromEntries(marks) }
}

export function touchedFields({ images: given, ...typed }: Typed): Typed {
  const texts = Object.entries(textsOf(typed)).filter(([name, text]) => typed[AS_SHOWN + name] !== markOf(text))
  // A page of an earlier version shows no photos.
  const shown = typed[`${AS_SHOWN}images`]
  const images = imagesOf({ images: given })
  const areTouched = shown !== undefined && shown !== markOf(images.join('\n'))
  return { ...Object.fromEntries(texts), ...(areTouched && { images }) }
}
