import type { ReactElement, ReactNode } from 'react'
import { cachedAround } from '../cached.tsx'

export type Column = { label: string; align?: 'end'; hideLabel?: boolean }

type TableProps = { caption: string; columns: readonly Column[]; id?: string }

export const DataTable = ({ children, ...table }: TableProps & { children: ReactNode }) => around(table, children)

const around = cachedAround((props: TableProps, hole: ReactElement) => (
  <div className="table-box">
    <table className="table">
      <caption className="visually-hidden">{props.caption}</caption>
      <thead>
        <tr>
          {props.columns.map(({ label, align, hideLabel }) => (
            <th key={label} scope="col" className={align}>
              {hideLabel ? <span className="visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody id={props.id}>{hole}</tbody>
    </table>
  </div>
))

export const Row = (props: { id?: string; columns: readonly Column[]; cells: readonly ReactNode[] }) => (
  <tr id={props.id}>
    {props.columns.map(({ label, align, hideLabel }, index) =>
      index === 0 ? (
        <th key={label} scope="row">
          {props.cells[0]}
        </th>
      ) : (
        <td key={label} className={align} data-label={hideLabel ? undefined : label}>
          {props.cells[index]}
        </td>
      ),
    )}
  </tr>
)
