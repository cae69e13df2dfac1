const ROWS = 'main :is(tbody tr,.cards > li)[id]'
let id

export const rows = () => [...document.querySelectorAll(ROWS)]
export const linkOf = (row) => row?.querySelector('a[href]')
/** The row that was worked on last, as it stands now. */
export const current = () => rows().find((row) => row.id === id)
export const choose = (row) => (id = row?.id)

for (const kind of ['focusin', 'click'])
  document.addEventListener(kind, ({ target }) => {
    const row = target.closest(ROWS)
    if (row) choose(row)
  })
