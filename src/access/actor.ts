import { users } from '#db/schema.ts'

export const actorColumns = {
  id: users.id,
  role: users.role,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  company: users.company,
  phone: users.phone,
  contractorType: users.contractorType,
  vatNumber: users.vatNumber,
  contractorTypes: users.contractorTypes,
  areas: users.areas,
  reminders: users.reminders,
  awayUntil: users.awayUntil,
  preferences: users.preferences,
  authType: users.authType,
  activityVersion: users.activityVersion,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}
