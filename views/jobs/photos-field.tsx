import type { Job } from '#src/domain/job/job.ts'
import { thumbnail } from '#src/domain/photo/photo.ts'
import { assetUrl } from '../assets.ts'
import { newKey } from '../ui/input/new-key.ts'
import { Island } from '../ui/island.tsx'
import { PlainPhotos } from '../visits/completion-panel.tsx'

export const PHOTOS_KEY = 'photosKey'

type JobPhotosFieldProps = {
  photosKey?: string
  images: readonly string[]
  form?: string
  error?: string
  waiting?: string
}

/** The key is that of the photos kept in the browser. A text among others, it is kept with the unsent form. */
export const JobPhotosField = ({ photosKey = newKey(), images, form, error, waiting }: JobPhotosFieldProps) => (
  <>
    <input type="text" hidden name={PHOTOS_KEY} defaultValue={photosKey} />
    <Island name="job-photos" props={{ form, error, waiting }}>
      <PlainPhotos images={images} />
    </Island>
  </>
)

type EditedPhotosProps = Omit<JobPhotosFieldProps, 'images' | 'waiting'> & {
  job: Pick<Job, 'photosUrls' | 'propertyName'>
  values: Readonly<Record<string, string | undefined>>
  images?: readonly string[]
  mayAdd?: boolean
}

/** One that is no longer ticked is removed. */
export const EditedPhotos = ({ job, values, images = job.photosUrls, mayAdd, form, error }: EditedPhotosProps) => (
  <>
    {job.photosUrls.length > 0 && (
      <fieldset className="field photos">
        <legend>Photos</legend>
        <ul>
          {job.photosUrls.map((path, index) => (
            <li key={path}>
              <label>
                <img src={thumbnail(path)} alt={`${index + 1} of ${job.photosUrls.length}`} width="160" height="120" />
                <input type="checkbox" name="images" value={path} defaultChecked={images.includes(path)} /> Keep
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    )}
    {mayAdd && (
      <>
        <JobPhotosField
          photosKey={values[PHOTOS_KEY]}
          images={images.filter((path) => !job.photosUrls.includes(path))}
          form={form}
          error={error}
          waiting="The job is saved when the photos have been sent."
        />
        <script type="module" src={assetUrl('island.js')} />
      </>
    )}
  </>
)
