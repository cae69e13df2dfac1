import { Elysia } from 'elysia'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { CookiePolicy } from '#views/legal/cookie-policy.tsx'
import { PrivacyPolicy } from '#views/legal/privacy-policy.tsx'
import { TermsConditions } from '#views/legal/terms-conditions.tsx'

export const sitePages = new Elysia({ name: 'site-pages' })
  .use(maybeSignedIn)
  .get('/privacy-policy', ({ user, request }) => page(request, <PrivacyPolicy frame={frameOf(request, user)} />))
  .get('/terms-conditions', ({ user, request }) => page(request, <TermsConditions frame={frameOf(request, user)} />))
  .get('/cookie-policy', ({ user, request }) => page(request, <CookiePolicy frame={frameOf(request, user)} />))
