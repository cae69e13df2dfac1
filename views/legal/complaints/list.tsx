import {
  answerBy,
  COMPLAINT_LABELS,
  type Complaint,
  complaintRef,
  daysLeft,
  daysLeftInWords,
  isToAnswer,
  stateOfComplaint,
} from '#src/domain/account/complaint.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Badge } from '../../status/badge.tsx'
import { DateText } from '../../ui/date.tsx'
import { type Column, DataTable, Row } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { LoadMore } from '../../ui/list/load-more.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const COLUMNS: readonly Column[] = [
  { label: 'Number' },
  { label: 'From' },
  { label: 'Received' },
  { label: 'Answer By' },
  { label: 'State' },
]

export const COMPLAINTS = '/admin/complaints'
const SOON = 7

type RowsProps = { complaints: readonly Complaint[]; nextHref: string | null }
type ComplaintsProps = RowsProps & { frame: PageFrame; closed: boolean }

export const ComplaintState = ({ complaint }: { complaint: Complaint }) => {
  const label = COMPLAINT_LABELS[stateOfComplaint(complaint)]
  if (!isToAnswer(complaint)) return <Badge label={label} />
  const tone = daysLeft(complaint) <= SOON ? 'red' : 'yellow'
  return <Badge label={`${label}, ${daysLeftInWords(complaint)}`} tone={tone} />
}

export const ComplaintRows = ({ complaints, nextHref }: RowsProps) => (
  <>
    {complaints.map((complaint) => (
      <Row
        key={complaint.id}
        columns={COLUMNS}
        cells={[
          <a key="number" href={`${COMPLAINTS}/${complaint.id}`}>
            {complaintRef(complaint)}
          </a>,
          complaint.name,
          <DateText key="received" value={complaint.createdAt} />,
          <DateText key="by" value={answerBy(complaint)} />,
          <ComplaintState key="state" complaint={complaint} />,
        ]}
      />
    ))}
    {nextHref && <LoadMore href={nextHref} as="tr" columns={COLUMNS.length} />}
  </>
)

export const ComplaintsPage = ({ frame, closed, ...rows }: ComplaintsProps) => (
  <Page
    {...frame}
    title="Complaints"
    subtitle="About personal data, sent from the privacy page"
    back={{ href: '/', label: 'Back to Dashboard' }}
    width="wide"
  >
    <Tabs
      label="Complaints"
      tabs={[
        { href: COMPLAINTS, label: 'Open', current: !closed },
        { href: `${COMPLAINTS}?tab=closed`, label: 'Closed', current: closed },
      ]}
    />
    {rows.complaints.length === 0 ? (
      <EmptyState title={closed ? 'No complaint has been closed' : 'No open complaint'} />
    ) : (
      <DataTable
        caption={closed ? 'Closed complaints, newest first' : 'Open complaints, oldest first'}
        columns={COLUMNS}
      >
        <ComplaintRows {...rows} />
      </DataTable>
    )}
  </Page>
)
