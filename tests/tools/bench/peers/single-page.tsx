import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// The agent's dashboard as a single-page app has it: an empty page, a bundle, and then the reads. No router and no
// library for data, which such an app would have beside React.

type Person = { role: string; firstName: string | null; company: string | null }
type Job = Record<'id' | 'jobRef' | 'jobType' | 'status' | 'urgency', string> &
  Record<'propertyName' | 'propertyAddress' | 'issueDescription', string>
type Quote = { id: string; amount: string; description: string; job: { jobRef: string; propertyName: string } }
type Stats = { activeJobs: number; pendingQuotes: number }
type Data = { user: Person; recent: Job[]; stats: Stats; quotes: Quote[] }

async function read<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json() as Promise<T>
}

async function readAll(): Promise<Data> {
  // Who somebody is decides which screen it is.
  const user = await read<Person>('/api/auth/user')
  const [recent, stats, quotes] = await Promise.all([
    read<Job[]>('/api/jobs/recent'),
    read<Stats>('/api/stats'),
    read<Quote[]>('/api/quotes/pending'),
  ])
  return { user, recent, stats, quotes: quotes.slice(0, 5) }
}

const words = (code: string) => code.replaceAll('_', ' ')

const Card = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section className="card">
    <header className="card-head">
      <h2>{title}</h2>
      {aside && <div className="card-aside">{aside}</div>}
    </header>
    {children}
  </section>
)

const Tile = ({ label, value, note }: { label: string; value: number; note: string }) => (
  <div className="stat">
    <span className="stat-value">{value}</span>
    <span className="stat-label">{label}</span>
    <span className="hint">{note}</span>
  </div>
)

const RecentJob = ({ job }: { job: Job }) => (
  <li className="card">
    <h3>{job.propertyName}</h3>
    <div className="row">
      {[job.jobType, job.status, job.urgency].map((code) => (
        <span key={code} className="badge">
          {words(code)}
        </span>
      ))}
    </div>
    <p className="small-text muted">{job.propertyAddress}</p>
    <p className="clamp">{job.issueDescription}</p>
    <span className="small-text muted">Job: {job.jobRef}</span>
  </li>
)

const PendingQuote = ({ quote }: { quote: Quote }) => (
  <li className="card">
    <h3>
      {quote.job.propertyName} <strong>£{quote.amount}</strong>
    </h3>
    <p className="small-text muted">{quote.job.jobRef}</p>
    <p className="clamp">{quote.description}</p>
    <button type="button" className="button primary">
      Approve
    </button>
  </li>
)

const PATHS = { '/': 'Dashboard', '/jobs': 'My Jobs', '/create-job': 'Create Job', '/quotes': 'Quotes' }

function Dashboard({ user, recent, stats, quotes }: Data) {
  return (
    <main>
      <h1>Hello, {user.firstName}</h1>
      <p className="subtitle">Jobs waiting for contractor response</p>
      <a className="card create-card" href="/create-job">
        <strong>Create New Job</strong>
        <span>Report a repair at a property</span>
      </a>
      <div className="stats">
        <Tile label="Active" value={stats.activeJobs} note="not completed" />
        <Tile label="Quotes" value={stats.pendingQuotes} note="to be decided" />
      </div>
      <Card title="Quotes Pending Approval">
        <ul className="cards">
          {quotes.map((quote) => (
            <PendingQuote key={quote.id} quote={quote} />
          ))}
        </ul>
      </Card>
      <Card title="Recent Jobs" aside={<a href="/completed-jobs">View Completed</a>}>
        <ul className="cards">
          {recent.map((job) => (
            <RecentJob key={job.id} job={job} />
          ))}
        </ul>
      </Card>
      <nav className="bottom-bar" aria-label="Main">
        <ul>
          {Object.entries(PATHS).map(([path, label]) => (
            <li key={path}>
              <a href={path}>
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  )
}

function App() {
  const [data, setData] = useState<Data | null>(null)
  useEffect(() => {
    const refresh = () => readAll().then(setData)
    refresh()
    const timer = setInterval(refresh, 5000)
    return () => clearInterval(timer)
  }, [])
  return data && <Dashboard {...data} />
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
