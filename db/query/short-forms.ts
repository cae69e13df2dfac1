const FORMS = `
  road rd, street st str, saint st, avenue ave av, lane ln la, drive dr drv, close cl clo, court ct crt, crescent cres cr,
  gardens gdns gdn, garden gdn, grove gr grv gro, place pl, square sq, terrace ter terr tce, park pk, house hse ho,
  building bldg, buildings bldgs, apartment apt, apartments apts, flat flt, mount mt, estate est, parade pde, boulevard blvd,
  highway hwy, heights hts, green grn gn, upper upr, lower lwr, great gt, little lt, farm fm,
  bridge br, broadway bdwy, mews mws, walk wlk wk, way wy, hill hl, centre ctr, industrial ind, junction jct, view vw,
  promenade prom, quay qy, wharf whf, floor flr, basement bsmt, north n, south s, east e, west w
`
  .split(',')
  .map((forms) => forms.trim().split(' '))

const others = new Map<string, string[]>()
for (const [long, ...shorts] of FORMS)
  for (const word of [long!, ...shorts]) {
    const known = others.get(word) ?? []
    others.set(
      word,
      [...new Set([...known, long!, ...shorts])].filter((form) => form !== word),
    )
  }

export const otherForms = (word: string): readonly string[] => others.get(word) ?? []
