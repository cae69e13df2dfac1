const AREAS = new Set(
  `AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL
  GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX
  PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR
  WS WV YO ZE`.split(/\s+/),
)

export const MAX_AREAS = 200
export const AREAS_HINT = 'Postcode areas or districts, such as BS, GU1, SW1A.'

/** 'gu 1, GU2; bs' is ['GU1', 'GU2', 'BS']. */
export const areasIn = (text: string): string[] =>
  text.split(/[,;|/]+|\s+(?=[a-z])/i).filter((one) => one.trim() !== '')

export function judgedAreas(given: readonly string[]): { areas: string[]; wrong: string[] } {
  const written = given.map((one) => one.normalize('NFKC').replace(/\s+/g, '').toUpperCase()).filter(Boolean)
  const areas = [...new Set(written)]
  return { areas, wrong: areas.filter((one) => !isArea(one)) }
}

function isArea(text: string): boolean {
  const [, area] = /^([A-Z]{1,2})(?:\d[A-Z\d]?)?$/.exec(text) ?? []
  return area !== undefined && AREAS.has(area)
}
