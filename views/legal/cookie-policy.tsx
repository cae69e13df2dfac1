import type { PageFrame } from '../layout.tsx'
import { LegalPage } from './frame.tsx'

const kinds = [
  ['Essential', 'Keep you signed in, and carry a message to the next page.', 'up to 30 days', 'Fettle sets these.'],
  ['Preference', 'Remember how you like to see things.', 'up to 1 year', 'Fettle sets none.'],
  ['Analytics', 'Count how a site is used.', 'up to 2 years', 'Fettle sets none.'],
  [
    'Security',
    'Protect signing in against forgery, and know your devices again.',
    'up to 90 days',
    'Fettle sets these when you sign in.',
  ],
] as const

export const CookiePolicy = ({ frame }: { frame: PageFrame }) => (
  <LegalPage frame={frame} title="Cookie Policy">
    <p>
      A cookie is a small text that a site asks your browser to keep and to send back. Fettle sets strictly necessary
      cookies only: those without which you could not sign in. It sets no preference cookies, no analytics cookies, and
      nothing that follows you to other sites. That is why no banner asks for your consent.
    </p>
    <h2>Kinds of cookies and how long they may last</h2>
    <p>These are the longest times that we allow for each kind, and whether Fettle uses it.</p>
    <ul>
      {kinds.map(([kind, purpose, lifetime, used]) => (
        <li key={kind}>
          <strong>
            {kind} cookies, {lifetime}:
          </strong>{' '}
          {purpose} {used}
        </li>
      ))}
    </ul>
    <h2>What else stays in your browser</h2>
    <p>
      So that a lost connection does not cost you your work: what you type into a long form, for up to 7 days; the pages
      that you need without a line, until you log out or open nothing for 7 days; and what you did without a line, until
      it is sent. What you type is gone when you send it or log out. None of it is read by anybody else.
    </p>
    <h2>Turning cookies off</h2>
    <p>
      You can delete or block cookies in your browser’s settings. The public pages work without any; signing in does
      not. Logging out ends your session and removes its cookie.
    </p>
    <h2>The law</h2>
    <p>
      We use cookies under the UK Privacy and Electronic Communications Regulations and UK data protection law. How we
      handle personal data is described in our <a href="/privacy-policy">Privacy Policy</a>.
    </p>
  </LegalPage>
)
