import type { Statement } from '#src/domain/invoice/statement.ts'
import { LinkFrame } from '../../links/page.tsx'
import { type Letterhead, Paper } from '../../ui/paper.tsx'
import { StatementBody, statementWords } from './body.tsx'

type ByLinkProps = { statement: Statement; letterhead: Letterhead }

export const StatementByLinkPage = ({ statement, letterhead }: ByLinkProps) => {
  const words = statementWords(statement, letterhead)
  return (
    <LinkFrame title={words.title} printed>
      <Paper {...words}>
        <StatementBody statement={statement} />
      </Paper>
    </LinkFrame>
  )
}
