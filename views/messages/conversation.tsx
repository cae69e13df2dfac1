import {
  type Conversation,
  MAX_MESSAGE,
  type Message,
  NEWEST_MESSAGES,
  writerLabel,
} from '#src/domain/message/message.ts'
import { cameMuchLater } from '#src/domain/recorded.ts'
import { Badge } from '../status/badge.tsx'
import { FormEnd } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'
import { Thumbnails } from '../visits/photos.tsx'

const MESSAGES = 'messages'
const LIST = 'message-list'
export const MESSAGE_FORM = 'message'

export type MessagesProps = {
  conversation: Conversation
  job: string
  admin?: boolean
  values?: { text?: string; adminsOnly?: string }
  errors?: Readonly<Record<string, string>>
  focus?: boolean
}

const messagesPath = (job: string): string => `${job}/messages`

export const Messages = ({ conversation, job, admin, values, errors, focus }: MessagesProps) => (
  <section id={MESSAGES}>
    <h3>Messages</h3>
    <div className="stack">
      <MessageList {...conversation} job={job} />
      {!conversation.hasGone && (
        <form
          method="post"
          action={messagesPath(job)}
          hx-post={messagesPath(job)}
          hx-target={`#${MESSAGES}`}
          hx-swap="outerHTML"
          hx-disable="find button"
          noValidate
        >
          <FormKey />
          <TextArea
            name="text"
            form={MESSAGE_FORM}
            label="Write a message"
            value={values?.text}
            error={errors?.text ?? errors?.['']}
            rows={3}
            maxLength={MAX_MESSAGE}
            autoFocus={focus}
          />
          {admin && (
            <Checkbox
              name="adminsOnly"
              form={MESSAGE_FORM}
              label="Administrators only"
              error={errors?.adminsOnly}
              checked={values?.adminsOnly === 'yes'}
            />
          )}
          <FormEnd busyLabel="Sending...">Send</FormEnd>
        </form>
      )}
    </div>
  </section>
)

/** The polled region; what is being written stands outside. */
export const MessageList = ({ messages, hasEarlier, version, hasGone, job }: Conversation & { job: string }) => (
  <div
    id={LIST}
    hx-get={messagesPath(job)}
    hx-trigger={hasGone ? 'never' : 'every 10s'}
    hx-swap="outerMorph"
    hx-ptag={version}
  >
    {hasEarlier &&
      (messages.length < NEWEST_MESSAGES ? (
        <p>
          <a href={messagesPath(job)}>Earlier messages</a>
        </p>
      ) : (
        <p className="hint">Only the newest {NEWEST_MESSAGES} messages are shown.</p>
      ))}
    {messages.length === 0 ? (
      <p className="muted">No messages yet</p>
    ) : (
      <ol className="stack" aria-label="Messages, oldest first">
        {messages.map((message) => (
          <MessageItem key={message.id} {...message} />
        ))}
      </ol>
    )}
  </div>
)

export const MessageItem = ({ id, author, text, adminsOnly, late, photosUrls, recordedAt, createdAt }: Message) => (
  <li id={`message-${id}`} className="entry">
    <p className="row">
      <strong>{author.name}</strong>
      <span className="small-text muted">
        {writerLabel(author)} ·{' '}
        {cameMuchLater(recordedAt, createdAt) && (
          <>
            <DateText value={recordedAt} time />, received{' '}
          </>
        )}
        <DateText value={createdAt} time />
      </span>
      {author.role === null && <Badge label="From outside" tone="amber" />}
      {late && <Badge label="Came too late" tone="red" />}
      {adminsOnly && <Badge label="Administrators only" tone="amber" />}
    </p>
    <p className="preserve">{text}</p>
    {photosUrls.length > 0 && (
      <figure className="photos">
        <Thumbnails photos={photosUrls} propertyName="this job" />
      </figure>
    )}
  </li>
)
