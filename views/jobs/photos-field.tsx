import { newKey } from '../ui/form-key.tsx'
import { Island } from '../ui/island.tsx'
import { PlainPhotos } from '../visits/completion-panel.tsx'

export const PHOTOS_KEY = 'photosKey'

type JobPhotosFieldProps = { photosKey?: string; images: readonly string[]; error?: string }

/** The key is that of the photos kept in the browser. A text among others, it is kept with the unsent form. */
export const JobPhotosField = ({ photosKey = newKey(), images, error }: JobPhotosFieldProps) => (
  <>
    <input type="text" hidden name={PHOTOS_KEY} defaultValue={photosKey} />
    <Island name="job-photos" props={{ error }}>
      <PlainPhotos images={images} />
    </Island>
  </>
)
