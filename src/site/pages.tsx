import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { checked, readForm, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { makeComplaint } from '#src/privacy/complaints/actions.ts'
import { NewComplaint } from '#src/privacy/complaints/input.ts'
import { formKeyOf } from '#src/writes/idempotency.ts'
import { ComplaintReceivedPage } from '#views/legal/complaints/received.tsx'
import { CookiePolicy } from '#views/legal/cookie-policy.tsx'
import { PrivacyPolicy } from '#views/legal/privacy-policy.tsx'
import { TermsConditions } from '#views/legal/terms-conditions.tsx'

export const sitePages = new Elysia({ name: 'site-pages' })
  .use(maybeSignedIn)
  .get('/privacy-policy', ({ user, request }) => page(request, <PrivacyPolicy frame={frameOf(request, user)} />))
  .post('/privacy-policy', async ({ user, request, server }) => {
    const typed = await readForm(request)
    const again = ({ errors, status }: FormProblem) =>
      page(
        request,
        <PrivacyPolicy frame={frameOf(request, user)} complaint={{ values: textsOf(typed), errors }} />,
        status,
      )
    return handleForm(
      { user, request, typed },
      {
        back: '/privacy-policy',
        again,
        work: async () => {
          const from = { formKey: formKeyOf(typed) ?? crypto.randomUUID(), address: clientIpOf(request, server) }
          const complaint = await makeComplaint(checked(NewComplaint, typed), from)
          return page(request, <ComplaintReceivedPage frame={frameOf(request, user)} complaint={complaint} />)
        },
      },
    )
  })
  .get('/terms-conditions', ({ user, request }) => page(request, <TermsConditions frame={frameOf(request, user)} />))
  .get('/cookie-policy', ({ user, request }) => page(request, <CookiePolicy frame={frameOf(request, user)} />))
