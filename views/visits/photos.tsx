import { thumbnail } from '#src/domain/photo/photo.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { contractorName } from '../quotes/facts.tsx'
import { DateText } from '../ui/date.tsx'

type VisitPhotosProps = {
  visit: Pick<Visit, 'photosUrls' | 'contractor' | 'visitDate'>
  propertyName: string
  own?: boolean
}

export function Thumbnails({ photos, propertyName }: { photos: readonly string[]; propertyName: string }) {
  const content = `Photo of ${propertyName}`
  return (
    <ul>
      {photos.map((path, index) => (
        <li key={path}>
          <a href={path} target="_blank" rel="noopener">
            <img
              src={thumbnail(path)}
              alt={`${content}, ${index + 1} of ${photos.length} (opens in a new tab)`}
              width="160"
              height="120"
              loading="lazy"
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

export const countedPhotos = (photos: readonly string[]): string =>
  photos.length === 1 ? '1 photo' : `${photos.length} photos`

export function VisitPhotos({ visit, propertyName, own }: VisitPhotosProps) {
  const { photosUrls: photos, visitDate } = visit
  const by = contractorName(visit)
  if (photos.length === 0) return null
  return (
    <figure className="photos">
      <Thumbnails photos={photos} propertyName={propertyName} />
      <figcaption>
        {countedPhotos(photos)}
        {!own && (
          <>
            {by && ` by ${by}`}, <DateText value={visitDate} />
          </>
        )}
      </figcaption>
    </figure>
  )
}
