import { HARBOUR_STONE } from './stories-harbour-stone.ts'
import { NORTHGATE } from './stories-northgate.ts'
import { RIGHTWAY } from './stories-rightway.ts'
import type { Story } from './story.ts'

export const STORIES: Story[] = [...RIGHTWAY, ...HARBOUR_STONE, ...NORTHGATE].toSorted((a, b) => b.age - a.age)
