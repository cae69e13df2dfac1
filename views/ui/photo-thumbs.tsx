import { DateText } from './date.tsx'

type PhotoThumbsProps = {
  /** Stored paths: '/objects/…'. */
  photos: readonly string[]
  /** What they show, for the text alternative: 'Photo of Rose Cottage'. */
  of: string
  by?: string
  taken?: Date
}

/** Thumbnails that open large in a new tab, with their number, who took them and when. Nothing without photos. */
export function PhotoThumbs({ photos, of, by, taken }: PhotoThumbsProps) {
  if (photos.length === 0) return null
  return (
    <figure className="photos">
      <ul>
        {photos.map((path, index) => (
          <li key={path}>
            <a href={path} target="_blank" rel="noopener">
              <img
                src={`${path}?w=320`}
                alt={`${of}, ${index + 1} of ${photos.length} (opens in a new tab)`}
                width="160"
                height="120"
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      <figcaption>
        {photos.length === 1 ? '1 photo' : `${photos.length} photos`}
        {by && ` by ${by}`}
        {taken && (
          <>
            , <DateText value={taken} />
          </>
        )}
      </figcaption>
    </figure>
  )
}
