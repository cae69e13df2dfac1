export const URGENCIES = ['low', 'medium', 'high'] as const
export type Urgency = (typeof URGENCIES)[number]

export const URGENCY_LABELS: Record<Urgency, string> = { low: 'Low', medium: 'Medium', high: 'High' }
export const URGENCY_BADGES: Record<Urgency, string> = { low: 'LOW', medium: 'MEDIUM', high: 'URGENT' }
