let id

export const rows = () => [...document.querySelectorAll('main tbody tr[id]')]
export const linkOf = (row) => row?.querySelector('a[href]')
/** The row that was worked on last, as it stands now. */
export const current = () => rows().find((row) => row.id === id)
export const choose = (row) => (id = row?.id)

for (const kind of ['focusin', 'click'])
  document.addEventListener(kind, ({ target }) => {
    const row = target.closest('main tbody tr[id]')
    if (row) choose(row)
  })
