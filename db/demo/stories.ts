import { HARBOUR_STONE } from './stories-harbour-stone.ts'
import { NORTHGATE } from './stories-northgate.ts'
import { REAL_LIFE } from './stories-real-life.ts'
import { RIGHTWAY } from './stories-rightway.ts'
import type { Story } from './story.ts'

export const STORIES: Story[] = [...RIGHTWAY, ...HARBOUR_STONE, ...NORTHGATE, ...REAL_LIFE].toSorted(
  (a, b) => b.age - a.age,
)
