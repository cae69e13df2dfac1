export const CONTRACTOR_TYPES = {
  general: 'General repairs',
  plumbing: 'Plumbing',
  heating_gas: 'Heating and gas',
  electrical: 'Electrical',
  roofing: 'Roofing',
  joinery: 'Joinery',
  plastering_decorating: 'Plastering and decorating',
  glazing_locks: 'Glazing and locks',
  drainage: 'Drainage',
  damp_mould: 'Damp and mould',
  appliances: 'Appliances',
  garden_fencing: 'Garden and fencing',
  cleaning_clearance: 'Cleaning and clearance',
  pest_control: 'Pest control',
  other: 'Other',
} as const
export type ContractorType = keyof typeof CONTRACTOR_TYPES

export const TRADES = Object.keys(CONTRACTOR_TYPES) as ContractorType[]

/** Old jobs may have words of their own. */
export const contractorTypeLabel = (type: string | null): string | null =>
  type && Object.hasOwn(CONTRACTOR_TYPES, type) ? CONTRACTOR_TYPES[type as ContractorType] : type

export const tradesText = (of: { contractorTypes: readonly string[]; contractorType: string | null }): string | null =>
  of.contractorTypes.map(contractorTypeLabel).join(', ') || contractorTypeLabel(of.contractorType)
