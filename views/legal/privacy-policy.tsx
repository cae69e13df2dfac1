import type { PageFrame } from '../layout.tsx'
import { losesPhotos } from '../quotes/photos-lost.ts'
import { ComplaintForm, type ComplaintFormProps } from './complaints/form.tsx'
import { LegalPage } from './frame.tsx'

type PrivacyProps = { frame: PageFrame; complaint?: ComplaintFormProps }

export const PrivacyPolicy = ({ frame, complaint = {} }: PrivacyProps) => (
  <LegalPage frame={frame} title="Privacy Policy" error={Boolean(complaint.errors)}>
    <p>
      Fettle is a service through which estate agents report repairs at properties in the United Kingdom, contractors
      inspect them and send quotes, and administrators oversee both. This policy says what personal data the service
      holds, why, for how long, and what you can ask of us. It is written under the UK General Data Protection
      Regulation and the Data Protection Act 2018.
    </p>
    <h2>What we hold</h2>
    <ul>
      <li>
        <strong>Account data:</strong> your name, e-mail address or username, phone number and company where given, your
        role, how you arranged your lists, and your password in a form from which it cannot be recovered.
      </li>
      <li>
        <strong>Job records:</strong> the address of the property, what needs fixing, notes on how to get in, visits,
        quotes, invoices, and who did what when.
      </li>
      <li>
        <strong>Photos</strong> that contractors add to a visit. The place and device that a camera writes into a
        picture are removed when it is uploaded.
        {losesPhotos() && ' Photos of a visit are deleted for good when its quote is approved.'}
      </li>
      <li>
        <strong>Communications:</strong> the notifications that we send by e-mail, and whether they could be sent.
      </li>
      <li>
        <strong>Technical data:</strong> sign-ins with their time and network address, kept to protect accounts.
      </li>
    </ul>
    <h2>Why we hold it, and on what ground</h2>
    <ul>
      <li>
        To perform our contract with you: to run your account, and to bring jobs, visits and quotes to those concerned.
      </li>
      <li>To meet legal duties: records of work and invoices have to be kept for tax and for claims.</li>
      <li>
        For our legitimate interest in a service that is secure and works, where it does not override your rights.
      </li>
    </ul>
    <p>We do not sell personal data, do not advertise, and make no decision about you by automatic means alone.</p>
    <h2>Who sees it</h2>
    <p>
      A job is seen by the estate agent who raised it, by the contractor it is assigned to, and by administrators. Those
      who host the service, store its files and carry its e-mail process data on our instructions only. We disclose data
      to authorities where the law requires it.
    </p>
    <h2>How long we keep it</h2>
    <ul>
      <li>Account data: until the account is deleted, and 7 years after that.</li>
      <li>Job records: 7 years.</li>
      <li>Communications: 3 years.</li>
      <li>Complaints: 3 years after they are closed.</li>
      <li>Technical data: 2 years.</li>
    </ul>
    <p>When the time is over the data is deleted automatically.</p>
    <h2>Your rights</h2>
    <p>
      You may ask for a copy of your data, have it corrected, erased or restricted, object to its use, and take it with
      you. Ask the administrator who created your account; we answer within one month. What the law makes us keep, such
      as invoices for 7 years, stays when the rest is erased.
    </p>
    <ComplaintForm {...complaint} />
    <h2>Security</h2>
    <p>
      Data travels encrypted. Passwords and sessions are kept as hashes only. Each person sees only the jobs that
      concern them, and administrators’ screens are closed to everybody else.
    </p>
    <h2>Age</h2>
    <p>The service is for people in their work. You must be at least 18 years old to use it.</p>
    <h2>Changes</h2>
    <p>
      When this policy changes, the date on top changes with it. Cookies are described in our{' '}
      <a href="/cookie-policy">Cookie Policy</a>, the rules of use in the{' '}
      <a href="/terms-conditions">Terms and Conditions</a>.
    </p>
  </LegalPage>
)
