import { type HeldPerson, INVOICE_YEARS, mustBeDeleted, personKind } from '#src/domain/account/person/person.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { DateText } from '../../ui/date.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { counted } from '../../ui/text.ts'
import { accountPath } from '../rows.tsx'
import { PEOPLE } from './list.tsx'

export const erasureOf = ({ id, name, isTenant, deletedAt }: HeldPerson) => ({
  action: `${PEOPLE}/${id}/erase`,
  title: `Erase ${name || 'this person'}?`,
  text: `This cannot be undone. Name and contacts go from ${isTenant ? 'all their jobs' : deletedAt ? 'the account' : 'the account, which ends'}, and from texts, messages, timelines, e-mails and search. Jobs stay, as do invoices for ${INVOICE_YEARS} years, with the names that the law wants on them.`,
  confirm: 'Erase',
  busyLabel: 'Erasing...',
})

export const PersonHeldPage = ({ frame, person }: { frame: PageFrame; person: HeldPerson }) => {
  const { id, name, email, phone, jobs, deletedAt, erasedAt } = person
  return (
    <Page
      {...frame}
      title={name || 'No name'}
      subtitle={personKind(person)}
      back={{ href: PEOPLE, label: 'Back to Personal Data' }}
      width="narrow"
    >
      <Card>
        <DescriptionList
          facts={[
            { term: 'E-mail', detail: email },
            { term: 'Phone', detail: phone },
            { term: 'Jobs', detail: counted(jobs) },
            { term: 'Account Deleted', detail: deletedAt && <DateText value={deletedAt} /> },
            { term: 'Erased', detail: erasedAt && <DateText value={erasedAt} time /> },
          ]}
        />
      </Card>
      <Card title="Export">
        <p>All that is held on this person, as a ZIP file of JSON and photos.</p>
        <LinkButton href={`/api/people/${id}/export.zip`} icon="download" download>
          Export
        </LinkButton>
      </Card>
      {!erasedAt && <Erasing {...person} />}
    </Page>
  )
}

const Erasing = (person: HeldPerson) =>
  mustBeDeleted(person) ? (
    <Card title="Erase">
      <p>This account is in use. Please delete it first, so that somebody has its open jobs.</p>
      <LinkButton href={accountPath(person.role, person.id)}>Open the Account</LinkButton>
    </Card>
  ) : (
    <Card title="Erase">
      <p>
        Jobs stay, without name and contacts. Invoices keep the names on them for {INVOICE_YEARS} years, as the law
        wants it. Both are recorded, without a name.
      </p>
      <Confirm {...erasureOf(person)} button="Erase" icon="trash" look={{ variant: 'danger' }} />
    </Card>
  )
