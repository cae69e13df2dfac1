import type { PageFrame } from '../layout.tsx'
import { losesPhotos } from '../quotes/photos-lost.ts'
import { LegalPage } from './frame.tsx'

export const TermsConditions = ({ frame }: { frame: PageFrame }) => (
  <LegalPage frame={frame} title="Terms and Conditions">
    <p>
      These terms apply to everybody who uses Fettle. By signing in you agree to them. If you use Fettle for a company,
      you agree on its behalf and confirm that you may.
    </p>
    <h2>1. What Fettle does</h2>
    <p>
      Fettle coordinates repair work: estate agents submit jobs, contractors inspect and quote, estate agents approve,
      and everybody concerned can follow the progress. Fettle does not carry out repairs, does not employ contractors,
      and is not a party to what an estate agent and a contractor agree.
    </p>
    <h2>2. Who may use it</h2>
    <ul>
      <li>You must be at least 18 years old.</li>
      <li>An administrator creates your account. Its details must be true and kept up to date.</li>
      <li>Keep your password to yourself, and tell an administrator at once if somebody else may know it.</li>
    </ul>
    <h2>3. Estate agents</h2>
    <ul>
      <li>You may only report jobs for properties that you are entitled to have repaired.</li>
      <li>
        Describe the problem and the access truthfully, and see that somebody with a right to do so lets people in.
      </li>
      <li>Approving a quote is your order to the contractor to do the quoted work at the quoted amount.</li>
      {losesPhotos() && (
        <li>
          Once a quote is approved, the photos of the visit are permanently deleted and cannot be recovered. Save what
          you need before.
        </li>
      )}
    </ul>
    <h2>4. Contractors</h2>
    <ul>
      <li>
        You are responsible for your work, its safety, and the qualifications, insurance and permits that it needs.
      </li>
      <li>Quotes must be honest and complete. Photos may only show what the job needs.</li>
      <li>Information about a property and how to enter it may be used for the job only.</li>
    </ul>
    <h2>5. Payment</h2>
    <p>
      Payment is directly between agent and contractor. Fettle takes no payment, holds no money and guarantees none. All
      amounts are in pounds sterling. Invoices in Fettle record what was done and agreed.
    </p>
    <h2>6. Fair use</h2>
    <p>
      Do not use Fettle for anything unlawful, do not try to see what is not meant for you, do not disturb the service,
      and do not upload anything harmful or offensive. We may suspend or delete an account that does.
    </p>
    <h2>7. Liability</h2>
    <p>
      We provide Fettle with reasonable care, but do not promise that it is always available or free of mistakes. We are
      not liable for the work of contractors, for what users tell each other, or for losses that could not be foreseen.
      Nothing in these terms limits liability for death or personal injury caused by negligence, for fraud, or for
      anything else for which the law does not allow it to be limited.
    </p>
    <h2>8. Data</h2>
    <p>
      We handle personal data under UK data protection law, as our <a href="/privacy-policy">Privacy Policy</a> and{' '}
      <a href="/cookie-policy">Cookie Policy</a> describe. Job records are kept for 7 years, also when they no longer
      show on your screens.
    </p>
    <h2>9. Ending</h2>
    <p>
      You may stop using Fettle at any time and ask an administrator to delete your account. Records that must be kept
      are kept for the periods that the Privacy Policy names.
    </p>
    <h2>10. Changes and law</h2>
    <p>
      We may change these terms; the date on top says when we last did, and whoever goes on using Fettle accepts them.
      The law of England and Wales governs these terms, and its courts decide disputes about them.
    </p>
  </LegalPage>
)
