import { Fragment } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { daysAgo, daysFrom, timeOf } from '#src/domain/dates.ts'
import { beyondName } from '#src/domain/job/address.ts'
import {
  type Conversation,
  type Thread,
  type ThreadFilter,
  WRITER_LABELS,
  WRITERS,
  writerLabel,
} from '#src/domain/message/message.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'
import { type Column, DataTable, Row } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { FilterSelect, SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { excerpt, oneLine } from '../ui/text.ts'
import { Messages } from './conversation.tsx'
import { UnreadMessages } from './unread.tsx'

type Reader = { role: Role | null }

type ThreadListProps = {
  threads: readonly Thread[]
  filter: ThreadFilter
  reader: Reader
  instead?: string
  nextHref: string | null
}

const LIST = 'threads'

export const threadsPath = (reader: Reader): string => (isAdmin(reader) ? '/admin/messages' : '/messages')

export const threadRowId = (id: string): string => `thread-${id}`

const SHOW = [
  { value: '', label: 'All conversations' },
  { value: 'unread', label: 'Unread' },
  { value: 'waiting', label: 'Waiting for an answer' },
]
const FROM = [
  { value: '', label: 'Written last by anybody' },
  ...WRITERS.map((writer) => ({ value: writer, label: `By ${WRITER_LABELS[writer].toLowerCase()}` })),
]

export const ThreadsPage = ({ frame, ...list }: { frame: PageFrame } & ThreadListProps) => (
  <Page {...frame} title="Messages" width="wide" rows={isAdmin(list.reader)}>
    <SearchBox
      action={threadsPath(list.reader)}
      label="Search by property, address or job reference..."
      value={list.filter.search}
      target={`#${LIST}`}
    >
      <FilterSelect name="show" label="Show" value={list.filter.show} options={SHOW} />
      <FilterSelect name="from" label="Written last by" value={list.filter.from} options={FROM} />
    </SearchBox>
    <ThreadList {...list} />
  </Page>
)

const COLUMNS: readonly Column[] = [{ label: 'Property' }, { label: 'Last message' }, { label: 'Written' }]

export const ThreadList = (list: ThreadListProps) => {
  const { search, show, from } = list.filter
  const isNarrowed = Boolean(search || show || from)
  return (
    <section id={LIST} aria-label="Conversations">
      <Searched {...list} search={search} shown={list.threads.length} />
      {list.threads.length === 0 ? (
        <EmptyState
          title={isNarrowed ? 'No conversations match' : 'No messages yet'}
          text={isNarrowed ? 'Try another word, or fewer filters' : 'Messages are written on the page of a job'}
        />
      ) : isAdmin(list.reader) ? (
        <div className="dense thread-table">
          <DataTable caption="Conversations, unread first" columns={COLUMNS}>
            <ThreadItems {...list} />
          </DataTable>
        </div>
      ) : (
        <CardList columns>
          <ThreadItems {...list} />
        </CardList>
      )}
    </section>
  )
}

export const ThreadItems = ({ threads, reader, nextHref }: ThreadListProps) => (
  <>
    {threads.map((thread) => (
      <ThreadItem key={thread.id} thread={thread} reader={reader} />
    ))}
    {nextHref && <LoadMore href={nextHref} {...(isAdmin(reader) && { as: 'tr', columns: COLUMNS.length })} />}
  </>
)

export const ThreadItem = ({ thread, reader }: { thread: Thread; reader: Reader }) =>
  isAdmin(reader) ? <ThreadRow thread={thread} reader={reader} /> : <ThreadCard thread={thread} reader={reader} />

type ItemProps = { thread: Thread; reader: Reader }

/** The address, without the name that it may begin with. */
function placeOf({ propertyName, propertyAddress }: Thread): string {
  const beyond = beyondName(propertyName, oneLine(propertyAddress))
  return beyond && `· ${beyond}`
}

const writerOf = ({ author }: Thread['last']) => `${author.name}, ${writerLabel(author).toLowerCase()}`

function writtenAt({ last: { createdAt } }: Thread): string {
  const days = daysAgo(createdAt)
  return daysFrom(createdAt, new Date()) > 0 ? days : `${days}, ${timeOf(createdAt)}`
}

const ThreadRow = ({ thread, reader }: ItemProps) => (
  <Row
    id={threadRowId(thread.id)}
    columns={COLUMNS}
    cells={[
      <Fragment key="job">
        <span className="cell property">
          <a href={`${threadsPath(reader)}/${thread.id}`} data-dialog="">
            {thread.propertyName}
          </a>
        </span>
        <span className="hint cell">
          <UnreadMessages job={thread} /> {thread.jobRef} {placeOf(thread)}
        </span>
      </Fragment>,
      <span key="last">
        <span className="clamp">{excerpt(thread.last.text, 140)}</span>
        <span className="hint cell">
          {writerOf(thread.last)} {thread.last.adminsOnly && <Badge label="Administrators only" tone="amber" />}
        </span>
      </span>,
      writtenAt(thread),
    ]}
  />
)

const ThreadCard = ({ thread, reader }: ItemProps) => (
  <Card
    className="whole"
    as="li"
    id={threadRowId(thread.id)}
    title={thread.propertyName}
    footer={
      <>
        <span className="small-text muted">
          {thread.jobRef}
          <br />
          {writtenAt(thread)}
        </span>
        <LinkButton
          href={`${threadsPath(reader)}/${thread.id}`}
          dialog
          className="push-end stretched"
          aria-label={`Read and answer, ${thread.propertyName}, ${thread.jobRef}`}
        >
          Read
        </LinkButton>
      </>
    }
  >
    <span className="badges">
      <UnreadMessages job={thread} />
    </span>
    <p className="small-text muted">{oneLine(thread.propertyAddress)}</p>
    <p className="clamp">
      <strong>{thread.last.author.name}:</strong> {excerpt(thread.last.text, 140)}
    </p>
  </Card>
)

type OpenThreadProps = { thread: Thread; conversation: Conversation; reader: Reader; frame?: PageFrame }

export const OpenThread = ({ thread, conversation, reader, frame }: OpenThreadProps) => {
  const job = `${isAdmin(reader) ? '/admin' : ''}/jobs/${thread.id}`
  const unread = `${threadsPath(reader)}/${thread.id}/unread`
  return (
    <DialogFrame
      title={thread.propertyName}
      frame={frame}
      back={threadsPath(reader)}
      backLabel="Back to Messages"
      width="narrow"
      meta={
        <>
          <a href={job}>{thread.jobRef}</a>
          <span className="muted">{oneLine(thread.propertyAddress)}</span>
        </>
      }
      footer={
        <form
          method="post"
          action={unread}
          data-leaves=""
          hx-disable="find button"
          {...inDialog(Boolean(frame), unread)}
        >
          <button type="submit" className="button quiet small">
            Mark unread
          </button>
        </form>
      }
    >
      <Messages conversation={conversation} job={job} admin={isAdmin(reader)} />
    </DialogFrame>
  )
}
