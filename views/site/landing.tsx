import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

const features: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'plus',
    title: 'Easy Job Requests',
    text: 'Report a repair in a minute, from the office or from the doorstep: the property, the problem, how to get in.',
  },
  {
    icon: 'users',
    title: 'Seamless Contractor Tracking',
    text: 'Quote first, fix later. See who has the job, when they went and what they found, as it happens.',
  },
  {
    icon: 'done',
    title: 'Clear Reporting',
    text: 'Every visit with its photos, every quote with its amount, and every job’s way from raised to done.',
  },
]

const steps = [
  { title: 'Submit a request', text: 'The estate agent describes what needs fixing, and how urgent it is.' },
  { title: 'Inspect and quote', text: 'The contractor visits the property and sends a quote.' },
  { title: 'Approve and get it done', text: 'The estate agent approves the quote, and the work gets done.' },
]

export const Landing = ({ frame }: { frame: PageFrame }) => (
  <Page {...frame} title="Property repairs without the chasing" heading={null} width="wide">
    <section className="hero">
      <h1>Property repairs without the chasing</h1>
      <p>
        Submit jobs, track progress and approve quotes in one place. Fettle keeps estate agents and contractors in step,
        on any phone, with live updates.
      </p>
      <div className="row">
        <LinkButton href="/login" variant="primary">
          Get Started
        </LinkButton>
        <LinkButton href="/login">Login</LinkButton>
      </div>
    </section>
    <div className="features">
      {features.map(({ icon, title, text }) => (
        <section className="card" key={title}>
          <Icon name={icon} />
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
    <section className="workflow">
      <h2>How it works</h2>
      <ol>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  </Page>
)
