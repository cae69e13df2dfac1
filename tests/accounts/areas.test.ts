import { expect, test } from 'bun:test'
import { areasIn, judgedAreas } from '#src/domain/account/areas.ts'

test.each([
  ['GU1, GU2, BS', ['GU1', 'GU2', 'BS']],
  ['gu 1;gu1 | sw1a', ['GU1', 'SW1A']],
  ['GU1 GU2\nN W1 EC1V', ['GU1', 'GU2', 'N', 'W1', 'EC1V']],
  ['  ,, ', []],
])('%p is %p', (text, areas) => expect(judgedAreas(areasIn(text))).toEqual({ areas, wrong: [] }))

test.each(['Surrey', 'ZZ1', 'GU1 3XY', 'GU123', '1'])('%p is no area or district', (text) => {
  expect(judgedAreas([text]).wrong).toEqual([text.replace(/\s/g, '').toUpperCase()])
})
