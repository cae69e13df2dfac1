import { answerBy, type Complaint, complaintRef, stateOfComplaint } from '#src/domain/account/complaint.ts'
import { today } from '#src/domain/dates.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { LIST } from '#src/http/parameters.ts'
import { answerComplaint, closeComplaint } from './actions.ts'
import { ComplaintAnswer, ComplaintClosing } from './input.ts'
import { allComplaints, complaintById } from './queries.ts'
import { ComplaintSchema, ComplaintsSchema } from './schemas.ts'

const { get, list, post } = callsUnder('Complaints')
const BY = 'manageComplaints'

const complaintJson = ({ number, ...complaint }: Complaint) => ({
  ...complaint,
  ref: complaintRef({ number }),
  state: stateOfComplaint(complaint),
  answerBy: today(answerBy(complaint)),
})

export const complaintsApi = apiOf('complaints-api', [
  list(
    '/api/complaints',
    'listComplaints',
    'Complaints about personal data',
    { may: BY, query: { limit: LIST.limit, cursor: LIST.cursor }, answer: ComplaintsSchema },
    () => allComplaints,
    complaintJson,
  ),
  get(
    '/api/complaints/:id',
    'getComplaint',
    'One complaint',
    { may: BY, answer: ComplaintSchema },
    async ({ params }) => complaintJson(await complaintById(params.id)),
  ),
  post(
    '/api/complaints/:id/answer',
    'answerComplaint',
    'Sends the answer to whoever complained, by e-mail',
    { may: BY, body: ComplaintAnswer, refusals: [409], answer: ComplaintSchema },
    ({ user, params, body }) => answerComplaint(user, params.id, body.text),
    complaintJson,
  ),
  post(
    '/api/complaints/:id/close',
    'closeComplaint',
    'Closes it; the reason is kept, and sent to nobody',
    { may: BY, body: ComplaintClosing, refusals: [409], answer: ComplaintSchema },
    ({ user, params, body }) => closeComplaint(user, params.id, body.reason),
    complaintJson,
  ),
])
