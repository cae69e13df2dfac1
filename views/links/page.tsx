import type { ReactNode } from 'react'
import { photoPath } from '#src/domain/photo/photo.ts'
import { assetUrl } from '../assets.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { countedPhotos, Thumbnails } from '../visits/photos.tsx'

type FrameProps = { title: string; error?: boolean; printed?: boolean; sheet?: string; children: ReactNode }

/** Brings all that it needs, and no script: whoever reads it has no account, or is not signed in. */
export const LinkFrame = ({ title, error, printed, sheet = 'agent.css', children }: FrameProps) => (
  <html lang="en-GB">
    <head>
      <meta charSet="utf-8" />
      <title>{`${error ? 'Error: ' : ''}${title} – Fettle`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <style data-inline={sheet} />
      {printed && <link rel="stylesheet" href={assetUrl('printed.css')} />}
      <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
    </head>
    <body className="public">
      <main id="main" className={printed ? 'wide' : 'narrow'}>
        <p className="brand">Fettle</p>
        <header className="page-head">
          <h1>{title}</h1>
        </header>
        {children}
      </main>
    </body>
  </html>
)

type LinkPageProps = { title: string; text: string; again?: string; opens?: { href: string; label: string } | null }

const LOGIN = { href: '/login', label: 'Login' }

export const LinkPage = ({ title, text, again, opens = LOGIN }: LinkPageProps) => (
  <LinkFrame title={title}>
    <Card>
      <p>{text}</p>
      {again && <p>A new one can be sent to the address that had this one, and to no other.</p>}
      <form method="post" action={again} className="row end">
        {again && <Button>Send a New Link</Button>}
        {opens && (
          <LinkButton href={opens.href} variant="primary">
            {opens.label}
          </LinkButton>
        )}
      </form>
    </Card>
  </LinkFrame>
)

type LinkPhotosProps = { photos: readonly string[]; path: string; of: string }

export const LinkPhotos = ({ photos, path, of }: LinkPhotosProps) =>
  photos.length > 0 && (
    <figure className="photos">
      <Thumbnails photos={photos.map((photo) => photo.replace(photoPath(''), `${path}/photos/`))} propertyName={of} />
      <figcaption>{countedPhotos(photos)}</figcaption>
    </figure>
  )
