import { describe, expect, test } from 'bun:test'
import { postcodeOf, propertyKeyOf } from '#src/domain/job/address.ts'

describe('the postcode of an address', () => {
  test.each([
    ['12 Mill Lane, Guildford GU1 3XY', 'GU1 3XY'],
    ['12 Mill Lane\nGuildford\ngu13xy', 'GU1 3XY'],
    ['Flat 2, 14 High St, London w1a1aa', 'W1A 1AA'],
    ['10 Downing Street, London SW1A 2AA.', 'SW1A 2AA'],
    ['12 Mill Lane (GU1  3XY)', 'GU1 3XY'],
    ['１２ Mill Lane, ＧＵ１ ３ＸＹ', 'GU1 3XY'],
    ['12 Mill Lane, GU1\u00a03XY', 'GU1 3XY'],
    ['4 Donegall Square, Belfast BT1 5GS', 'BT1 5GS'],
    ['8 Castle Street, St Helier, Jersey JE2 3RT', 'JE2 3RT'],
    ['2 Market Street, St Peter Port, Guernsey GY1 1HB', 'GY1 1HB'],
    ['15 Athol Street, Douglas IM1 1LA', 'IM1 1LA'],
    ['Formerly at GU1 3XY, now 3 Church Road, Leeds LS6 2AB', 'LS6 2AB'],
    ['Postcode GU1 3XY, United Kingdom', 'GU1 3XY'],
  ])('%j has %p', (address, postcode) => {
    expect(postcodeOf(address)).toBe(postcode)
  })

  test.each([
    ['Flat 2B1 4AB'],
    ['12 Mill Lane, Guildford'],
    ['12 Mill Lane, Guildford GU1'],
    ['12 Mill Lane, GUI 3XY'],
    ['12 Mill Lane, GU1 3XYZ'],
    ['12 Mill Lane, GU111 3XY'],
    ['12 Mill Lane, G-U1 3XY1'],
    ['12 Mill Lane, GU1, 3XY'],
    ['Girobank, Bootle GIR 0AA'],
    ['BFPO 801'],
    [''],
  ])('%j has none', (address) => {
    expect(postcodeOf(address)).toBeNull()
  })
})

const expectOne = (...spellings: string[]) => {
  const keys = spellings.map(propertyKeyOf)
  expect(keys[0]).not.toBeNull()
  expect(new Set(keys)).toEqual(new Set([keys[0]!]))
}
const expectTwo = (...addresses: string[]) => {
  expect(new Set(addresses.map(propertyKeyOf)).size).toBe(addresses.length)
}

describe('one property in several spellings has one key', () => {
  test('case, commas, line breaks, spaces and full-width letters', () => {
    expectOne(
      'Flat 2, 14 High Street, Guildford, GU1 4AB',
      'flat 2\n14 HIGH STREET\nguildford gu14ab',
      'Flat 2 - 14 High Street; Guildford. GU1  4AB',
      'Ｆｌａｔ ２, １４ High Street, Guildford GU1 4AB',
      'Flat2,14 High Street,Guildford,GU1 4AB,',
      'GU1 4AB\nFlat 2, 14 High Street, Guildford',
    )
  })

  test('abbreviations', () => {
    expectOne('14 High St, Guildford', '14 High Street, Guildford', '14 HIGH ST.\nGuildford')
    expectOne('14 High St GU1 4AB', '14 High Street, GU1 4AB')
    expectOne('3 Station Rd', '3 Station Road', '3 Station Rd.')
    expectOne('3 Park Ave, Leeds', '3 Park Avenue, Leeds')
    expectOne('Apt 3, 9 Quay House', 'Apartment 3, 9 Quay House')
    expectOne("5 St John's Rd", '5 St Johns Road', '5 ST. JOHN’S RD')
  })

  test('a letter of a number', () => {
    expectOne('14A High St', '14 A High St', '14a High Street')
    expectOne('Flat A, 14 High St', 'Flat A 14 High St')
    expectOne('Rose Cottage, Mill Lane', 'Rose Cottage Mill Lane')
  })
})

describe('two properties have two keys', () => {
  test('flats and houses whose digits run together', () => {
    expectTwo('Flat 2, 14 High St', 'Flat 21, 4 High St', 'Flat 2 1, 4 High St', 'Flat 214 High St', '214 High St')
    expectTwo('Flat 2/1, 14 High St', 'Flat 21, 14 High St', 'Flat 2, 114 High St')
    expectTwo('Flat A, 14 High St', 'Flat A14, High St', 'Flat A1, 4 High St')
    expectTwo('Flat 1, A1 House', 'Flat 1A, 1 House', 'Flat 1A1, House')
    expectTwo('12-14 High St', '1214 High St', '1 214 High St')
  })

  test('names, streets and postcodes', () => {
    expectTwo('Rose Cottage, Mill Lane', 'Elm Cottage, Mill Lane', 'Rose Cottage, Mill Road')
    expectTwo('5 St John Street', '5 Street John Street', '5 Saint John Street')
    expectTwo('1 High Street, GU1 4AB', '1 High Street, GU1 4AD', '1 High Street')
  })

  test('every flat of every house of a street', () => {
    const numbers = ['1', '2', '11', '12', '21', '112', '121', '1A', '2A', '11A', 'A', 'A1', 'B']
    const flats = numbers.flatMap((flat) => [
      ...numbers.map((house) => `Flat ${flat}, ${house} High St`),
      `Flat ${flat}, High St`,
    ])
    expectTwo(...flats, ...numbers.map((house) => `${house} High St`))
  })
})

test('an address without a letter or digit, or longer than an index takes, has no key', () => {
  expect(propertyKeyOf('---')).toBeNull()
  expect(propertyKeyOf('')).toBeNull()
  expect(propertyKeyOf('ﷺ'.repeat(1000))).toBeNull()
})
