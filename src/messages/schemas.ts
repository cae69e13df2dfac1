import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/domain/account/account.ts'
import { MAX_PHOTOS } from '#src/domain/photo/photo.ts'
import {
  choice,
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  RECORDED_AT,
  TEXT,
  UNREACHED,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'
import { PHOTO_PATH } from '#src/photos/schemas.ts'

const Author = objectSchema('Author', 'Who wrote it.', {
  id: orNull(UUID, { description: 'Null where the account is gone.' }),
  name: TEXT,
  role: orNull(choice(ROLES), { description: 'Null of what came from outside, by a link without an account.' }),
})

export const MessageSchema = objectSchema('Message', 'A message about a job.', {
  id: Type.Integer(),
  author: Author,
  text: withDescription(TEXT, 'At most 2,000 characters.', 'Is the key still at the office?'),
  adminsOnly: withDescription(YES, 'Whether only administrators read it.'),
  late: withDescription(YES, 'Whether it is a contractor’s record that came too late for its job.'),
  photosUrls: Type.Array(PHOTO_PATH, { maxItems: MAX_PHOTOS, description: 'The photos of such a record.' }),
  recordedAt: RECORDED_AT,
  createdAt: INSTANT_SCHEMA,
})
export const MessagesSchema = Type.Array(MessageSchema, { description: 'The newest 500, oldest first.' })

export const WrittenMessageSchema = objectSchema('WrittenMessage', 'The message that has been written.', {
  ...MessageSchema.properties,
  ...UNREACHED,
})

const ThreadSchema = objectSchema('MessageThread', 'The conversation about a job, as one may read it.', {
  id: withDescription(UUID, 'The job’s.'),
  jobRef: withDescription(TEXT, 'The job’s reference.', 'JOB-000123'),
  propertyName: TEXT,
  propertyAddress: TEXT,
  unreadMessages: Type.Integer({ description: 'How many by others one has not read.' }),
  lastMessage: MessageSchema,
})
export const ThreadsSchema = Type.Array(ThreadSchema, {
  description: 'Unread ones first, then the newest first; what an administrator searches for newest first.',
})
export const ReadSchema = objectSchema('ConversationRead', 'Whether a conversation is read.', {
  read: withDescription(YES, 'Whether all of it is read.'),
})
