import { pounds } from '#src/domain/money.ts'

export const Money = ({ pence }: { pence: number }) => <span className="money-text">{pounds(pence)}</span>
