/** 'Approved, Declined' of 'approved,declined'. */
export const labelsOf = (labels: Readonly<Record<string, string>>, values: string): string =>
  values
    .split(',')
    .map((one) => labels[one])
    .join(', ')
