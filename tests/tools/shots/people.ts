export const PASSWORD = 'correct horse'
export const ADMIN = { identifier: 'ada@fettle.example', password: PASSWORD }

export const AGENT = {
  username: 'olivia.hart',
  email: 'bartholomew-maximilian.featherstonehaugh-cholmondeley@residential-lettings.southwest.example',
  firstName: 'Bartholomew-Maximilian',
  lastName: 'Featherstonehaugh-Cholmondeley',
  company: 'Featherstonehaugh, Cholmondeley & Wriothesley Residential Lettings (South West) Limited',
  phone: '+44 (0) 1483 496 0142 extension 1234',
}

export const CONTRACTOR = {
  email: 'carl.mason-wriothesley-and-daughters@plumbing-heating-drainage-roofing.example',
  firstName: 'Maximiliana-Alexandrina',
  lastName: 'Wriothesley-Throckmorton',
  company: 'Wriothesley & Daughters Plumbing, Heating, Drainage and Roofing Contractors Ltd',
  phone: '07700 900123',
  contractorType: 'Plumbing, heating, drainage and roofing',
}

/** Has no role. */
export const NOBODY = {
  username: 'nora.waits',
  email: 'nora.waits@elsewhere.example',
  firstName: 'Nora',
  lastName: 'Waits',
}
