import { type Static, Type } from '@sinclair/typebox'
import { emailAddress } from '#src/accounts/input.ts'
import { REASON } from '#src/http/input.ts'

const MAX_COMPLAINT = 5000

export const NewComplaint = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, error: 'Please give your name' }),
  email: emailAddress(),
  text: Type.String({ minLength: 1, maxLength: MAX_COMPLAINT, error: 'Please say what your complaint is' }),
})
export type NewComplaint = Static<typeof NewComplaint>

export const ComplaintAnswer = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: MAX_COMPLAINT, error: 'Please write the answer' }) },
  { $id: 'ComplaintAnswer' },
)
export const ComplaintClosing = Type.Object({ reason: REASON }, { $id: 'ComplaintClosing' })
