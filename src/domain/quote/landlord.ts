export const LANDLORD_ANSWERS = ['yes', 'no'] as const
export type LandlordAnswer = (typeof LANDLORD_ANSWERS)[number]

export const LANDLORD_WORDS: Record<LandlordAnswer, string> = { yes: 'Agrees', no: 'Does not agree' }

export type LandlordLink = {
  id: string
  email: string | null
  answer: LandlordAnswer | null
  note: string | null
  quoteVersion: number | null
  createdAt: Date
  usedAt: Date | null
}

export const MAX_LANDLORDS = 5
