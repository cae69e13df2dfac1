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
export const MESSAGE_LIST = 'message-list'
export const MESSAGE_FORM = 'message'

type FormProps = {
  job: string
  admin?: boolean
  values?: { text?: string; adminsOnly?: string }
  errors?: Readonly<Record<string, string>>
  focus?: boolean
}

export type MessagesProps = FormProps & { conversation: Conversation }

const messagesPath = (job: string): string => `${job}/messages`

export const Messages = ({ conversation, ...form }: MessagesProps) => (
  <section id={MESSAGES}>
    <h3>Messages</h3>
    <div className="stack">
      <MessageList {...conversation} job={form.job} />
      {!conversation.hasGone && <MessageForm {...form} />}
    </div>
  </section>
)

export const MessageForm = ({ job, admin, values, errors, focus }: FormProps) => (
  <form
    method="post"
    action={messagesPath(job)}
    hx-post={messagesPath(job)}
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
)

/** The polled region, which stays when a message is sent: screen readers read only what is added to it. */
export const MessageList = ({ messages, hasEarlier, version, hasGone, job }: Conversation & { job: string }) => (
  <div
    id={MESSAGE_LIST}
    role="log"
    aria-label="Messages, oldest first"
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
      <ol className="stack">
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
