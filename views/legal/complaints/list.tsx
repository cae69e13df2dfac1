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
import { type ColumnOf, DataTable, ItemRows } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'

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

const COLUMNS: readonly ColumnOf<Complaint>[] = [
  {
    label: 'Number',
    cell: (complaint) => <a href={`${COMPLAINTS}/${complaint.id}`}>{complaintRef(complaint)}</a>,
  },
  { label: 'From', cell: ({ name }) => name },
  { label: 'Received', cell: ({ createdAt }) => <DateText value={createdAt} /> },
  { label: 'Answer By', cell: (complaint) => <DateText value={answerBy(complaint)} /> },
  { label: 'State', cell: (complaint) => <ComplaintState complaint={complaint} /> },
]

export const ComplaintRows = ({ complaints, nextHref }: RowsProps) => (
  <ItemRows columns={COLUMNS} items={complaints} nextHref={nextHref} />
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
