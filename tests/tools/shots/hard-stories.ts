import { wrote } from '#db/demo/happenings.ts'
import type { Story, StoryEnding } from '#db/demo/story.ts'

/** Sixty letters without a place to break. */
export const UNBROKEN = 'SupercalifragilisticexpialidociousSupercalifragilisticexpial'

const LONG_NAME = `Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch House, ${'Flat 12b and the annexe '.repeat(3)}`
const LONG_ADDRESS = `The Old Coach House and Stables, ${'Upper Wolverhampton-on-the-Marsh Road, '.repeat(3)}Milton Keynes MK9 3QA`
const ISSUE_OF_800 = 'Damp and a smell of mould behind the wardrobe, worse after rain. '.repeat(13).slice(0, 800)
const LONG_QUOTE = `${'Take the wall down and build it again with a damp course. '.repeat(10)}${UNBROKEN}`

const HOUSES = ['Rose Cottage', 'The Old Forge', 'Flat 3, Harbour House', 'Mulberry House', '5 Quarry Street', UNBROKEN]
const ISSUES = [
  'Kitchen tap drips all day and the worktop beneath it swells.',
  'No hot water in the upstairs bathroom since Sunday. Downstairs is fine.',
  'Front door lock is stiff and the key has to be jiggled to open it.',
]
const ADDRESSES = [
  '12 Mill Lane\nGodalming\nSurrey\nGU7 1HE',
  '27 Epsom Road\nGuildford\nGU1 3JT',
  'Flat 2, 9 Park Row',
]

const MORE = {
  materialsCost: 987_654.32,
  laborCost: 246_913.57,
  estimatedDuration: 'Three to four weeks, as the weather allows, from when the scaffold stands',
  notes: `Asbestos survey first. ${UNBROKEN}`,
}

const hard = (ending: StoryEnding, age: number, more: Partial<Story> = {}): Story => ({
  age,
  agent: 'olivia',
  contractor: 'carl',
  ending,
  property: LONG_NAME.trim(),
  address: LONG_ADDRESS,
  issue: ISSUE_OF_800,
  urgency: 'high',
  access: `${UNBROKEN}. Ring first: the tenant works nights.`,
  work: `Opened the wall and dried it. ${UNBROKEN} ${ISSUE_OF_800}`,
  photos: ['wall', 'pipe', 'roof', 'tiles', 'window'],
  ...more,
})

const quoted = { quote: [1_234_567.89, LONG_QUOTE] as [number, string], more: MORE }

const ordinary = (i: number, ending: StoryEnding, more: Partial<Story> = {}): Story => ({
  age: 1 + (i % 60),
  agent: 'olivia',
  contractor: 'carl',
  ending,
  property: `${HOUSES[i % HOUSES.length]}${i < HOUSES.length ? '' : ` ${i}`}`,
  address: ADDRESSES[i % ADDRESSES.length]!,
  issue: ISSUES[i % ISSUES.length]!,
  urgency: (['low', 'medium', 'high'] as const)[i % 3],
  trade: i % 2 ? 'plastering_decorating' : undefined,
  access: i % 2 ? 'Key at the office' : undefined,
  work: 'Replaced the washer and tested it.',
  ...more,
})

const smallQuote = { quote: [480, 'Replace the expansion vessel and test the system.'] as [number, string] }

/** Every state twice, stretched and plain, and more than a page of each list. Oldest first. */
export const HARD_STORIES: Story[] = [
  ...Array.from({ length: 130 }, (_, i) => ordinary(i, 'pending')),
  ...Array.from({ length: 30 }, (_, i) => ordinary(i, 'assigned')),
  ...Array.from({ length: 20 }, (_, i) => ordinary(i, 'visited')),
  ...Array.from({ length: 12 }, (_, i) => ordinary(i, 'quoted', smallQuote)),
  ...(['visit invoiced', 'declined', 'work done', 'work started', 'all invoiced', 'cancelled'] as const).flatMap(
    (ending, i) => [ordinary(i, ending, smallQuote), ordinary(i + 3, ending, smallQuote)],
  ),
  hard('cancelled', 40),
  hard('all invoiced', 38, quoted),
  hard('visit invoiced', 34),
  hard('declined', 30, quoted),
  hard('work done', 26, quoted),
  hard('visited', 20),
  hard('approved', 16, quoted),
  hard('quote expired', 12, quoted),
  hard('quoted', 5, quoted),
  hard('started', 4),
  hard('assigned', 3, { today: [wrote('agent', ISSUE_OF_800), wrote('contractor', UNBROKEN)] }),
  hard('pending', 1),
  ordinary(0, 'pending', { age: 0.5 }),
  ordinary(1, 'assigned', { age: 0.4 }),
]
