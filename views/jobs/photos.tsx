import type { Job } from '#src/domain/job/job.ts'
import { countedPhotos, Thumbnails } from '../visits/photos.tsx'

type JobPhotosProps = { job: Pick<Job, 'photosUrls' | 'propertyName' | 'estateAgentName'> }

export const JobPhotos = ({ job: { photosUrls: photos, propertyName, estateAgentName } }: JobPhotosProps) =>
  photos.length === 0 ? null : (
    <figure className="photos">
      <Thumbnails photos={photos} propertyName={propertyName} />
      <figcaption>
        {countedPhotos(photos)} by {estateAgentName}
      </figcaption>
    </figure>
  )
