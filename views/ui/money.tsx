import { pounds } from '#src/money.ts'

/** An amount in pence as £1,234.56, in figures of equal width. */
export const Money = ({ pence }: { pence: number }) => <span className="money-text">{pounds(pence)}</span>
