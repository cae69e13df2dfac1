import { AS_SHOWN } from '#src/domain/job/changes.ts'
import { fieldsOf } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { Typed } from '#src/http/input.ts'
import { isTouched, marksOf, touchedTexts } from '#src/http/touched.ts'
import { imagesOf } from '#src/photos/form.ts'

export function editedFields(job: Job): Record<string, string> {
  const fields = fieldsOf(job)
  return { ...fields, ...marksOf({ ...fields, images: job.photosUrls.join('\n') }) }
}

export function touchedFields({ images: given, ...typed }: Typed): Typed {
  const images = imagesOf({ images: given })
  // A page of an earlier version shows no photos.
  const areTouched = `${AS_SHOWN}images` in typed && isTouched(typed, 'images', images.join('\n'))
  return { ...touchedTexts(typed), ...(areTouched && { images }) }
}
