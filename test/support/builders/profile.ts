import { galleryLayout } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { userIdOf } from './ids.ts'

/** Photographer 1, in trial, with a public page under "iris"; name what matters. */
export const aProfile = (overrides: Partial<Profile> = {}): Profile => ({
  userId: userIdOf(1),
  displayName: 'Iris Calloway',
  email: 'iris@example.com',
  bio: '',
  websiteUrl: null,
  brand: null,
  subdomain: 'iris',
  isPhotographer: true,
  isPublic: true,
  emailNotifications: true,
  salesByDay: false,
  trialExpiresAt: '2030-03-01T09:00:00.000Z',
  subscription: 'none',
  paidUntil: null,
  stripeCustomerId: null,
  pageTakedown: null,
  deletionRequestedAt: null,
  erasureBegunAt: null,
  uploadRoom: null,
  numbersAMonth: null,
  galleryLayout,
  version: 0,
  createdAt: '2030-01-01T09:00:00.000Z',
  ...overrides,
})
