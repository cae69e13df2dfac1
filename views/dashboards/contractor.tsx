import type { Office } from '#src/domain/account/account.ts'
import { dayGroupOf } from '#src/domain/appointment/appointment.ts'
import type { JobForContractors } from '#src/domain/job/listed.ts'
import type { ContractorToDo } from '#src/domain/job/waiting.ts'
import { ByDay } from '../appointments/by-day.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { JobLink, TodaysJob } from '../visits/log.tsx'
import { NoJobs } from '../visits/your-jobs.tsx'
import { ContractorToDoLine } from './to-do.tsx'

type DashboardProps = {
  frame: PageFrame
  firstName: string | null
  figures: { activeJobs: number; pendingQuotes: number }
  toDo: ContractorToDo
  unread: number
  jobs: readonly JobForContractors[]
  office: Office | null
}

const links: { href: string; label: string; icon: IconName }[] = [
  { href: '/visit', label: 'Log Visit', icon: 'visit' },
  { href: '/jobs', label: 'Your Jobs', icon: 'list' },
  { href: '/history', label: 'History', icon: 'clock' },
  { href: '/completed-jobs', label: 'Completed Jobs', icon: 'done' },
  { href: '/profile', label: 'Profile', icon: 'user' },
]

export const ContractorDashboard = ({ frame, firstName, figures, toDo, unread, jobs, office }: DashboardProps) => (
  <Page {...frame} title="Dashboard" heading={`Hello, ${firstName || 'Contractor'}`}>
    <ContractorToDoLine {...{ toDo, unread }} activeJobs={figures.activeJobs} />
    <Stats>
      <StatTile label="Active Jobs" value={figures.activeJobs} note="assigned or in progress" href="/jobs" />
      <StatTile
        label="Pending Quotes"
        value={figures.pendingQuotes}
        note="waiting for the estate agent"
        href="/history?show=quotes"
      />
    </Stats>
    <div className="dashboard-lists">
      <Card title="Jobs in Hand" aside={jobs.length > 0 && <a href="/jobs">View All</a>}>
        {jobs.length === 0 ? (
          <NoJobs />
        ) : (
          <CardList>
            <ByDay jobs={jobs} level={3}>
              {(job) =>
                dayGroupOf(job) === 'Today' ? (
                  <TodaysJob key={job.id} job={job} office={office} level={4} />
                ) : (
                  <JobLink key={job.id} job={job} level={4} />
                )
              }
            </ByDay>
          </CardList>
        )}
      </Card>
    </div>
    <nav className="shortcuts" aria-label="Shortcuts">
      <ul>
        {links.map(({ href, label, icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon name={icon} />
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </Page>
)
