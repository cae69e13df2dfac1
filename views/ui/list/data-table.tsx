import type { ReactElement, ReactNode } from 'react'
import { cachedAround } from '../cached.tsx'
import { LoadMore } from './load-more.tsx'

/** A heading with `href` sorts by it; `sorted` where the list is in its order. */
export type Heading = { label: string; href?: string; sorted?: 'ascending' | 'descending' }

/** `headings` where a column has more than one, or some that sort. */
export type Column = {
  label: string
  align?: 'end'
  hideLabel?: boolean
  /** It is hidden where all such columns are empty in all rows. */
  sparse?: boolean
  headings?: readonly Heading[]
}

/** A column that says what its cell shows of a row's item. */
export type ColumnOf<Item> = Column & { cell: (item: Item) => ReactNode }

type TableProps = { caption: string; columns: readonly Column[]; id?: string }

export const DataTable = ({ children, ...table }: TableProps & { children: ReactNode }) => around(table, children)

const around = cachedAround((props: TableProps, hole: ReactElement) => <PlainTable {...props}>{hole}</PlainTable>)

export const PlainTable = (props: TableProps & { children: ReactNode }) => (
  <div className="table-box">
    <table className="table">
      <caption className="visually-hidden">{props.caption}</caption>
      <thead>
        <tr>
          {props.columns.map(({ label, align, hideLabel, sparse, headings = [] }) => (
            <th
              key={label}
              scope="col"
              className={sparse ? 'sparse' : align}
              aria-sort={headings.find(({ sorted }) => sorted)?.sorted}
            >
              {hideLabel ? <span className="visually-hidden">{label}</span> : <Headings label={label} of={headings} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody id={props.id}>{props.children}</tbody>
    </table>
  </div>
)

const Headings = ({ label, of }: { label: string; of: readonly Heading[] }) =>
  of.length === 0
    ? label
    : of.map((heading, at) => [
        at > 0 && <span key={`before ${heading.label}`}>, </span>,
        heading.href ? (
          <a key={heading.label} className={heading.sorted ? 'sort sorted' : 'sort'} href={heading.href}>
            {heading.label}
          </a>
        ) : (
          heading.label
        ),
      ])

export const Row = (props: { id?: string; columns: readonly Column[]; cells: readonly ReactNode[] }) => (
  <tr id={props.id}>
    {props.columns.map(({ label, align, hideLabel, sparse }, index) =>
      index === 0 ? (
        <th key={label} scope="row">
          {props.cells[0]}
        </th>
      ) : (
        <td key={label} className={sparse ? 'sparse' : align} data-label={hideLabel ? undefined : label}>
          {props.cells[index]}
        </td>
      ),
    )}
  </tr>
)

type ItemRowProps<Item> = { id?: string; columns: readonly ColumnOf<Item>[]; item: Item }

export const ItemRow = <Item,>({ id, columns, item }: ItemRowProps<Item>) => (
  <Row id={id} columns={columns} cells={columns.map(({ cell }) => cell(item))} />
)

type ItemRowsProps<Item> = {
  columns: readonly ColumnOf<Item>[]
  items: readonly Item[]
  rowId?: (id: string) => string
  nextHref?: string | null
}

export const ItemRows = <Item extends { id: string }>({ columns, items, rowId, nextHref }: ItemRowsProps<Item>) => (
  <>
    {items.map((item) => (
      <ItemRow key={item.id} id={rowId?.(item.id)} columns={columns} item={item} />
    ))}
    {nextHref && <LoadMore as="tr" columns={columns.length} href={nextHref} />}
  </>
)

type ItemTableProps<Item> = ItemRowsProps<Item> & { caption: string }

export const ItemTable = <Item extends { id: string }>({ caption, ...rows }: ItemTableProps<Item>) => (
  <DataTable caption={caption} columns={rows.columns}>
    <ItemRows {...rows} />
  </DataTable>
)
