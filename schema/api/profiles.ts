import * as z from 'zod'
import { BrandChoice, BrandPaint } from '#schema/entities/brand.ts'
import { GalleryLook, usualLook } from '#schema/entities/gallery-look.ts'
import { GallerySets } from '#schema/entities/gallery-set.ts'
import { Profile } from '#schema/entities/profile.ts'
import { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Pence } from '#schema/money.ts'
import { PriceSteps } from '#schema/offers.ts'
import { line, PageName, paragraph, Timestamp, website } from '#schema/text.ts'
import { endpoint, subject, Version } from './endpoint.ts'
import { GalleryCard, PhotoView, pageOf } from './views.ts'

export const TrialView = z.object({
  isExpired: z.boolean(),
  daysRemaining: z.int().min(0),
  expiresAt: Timestamp,
  isSubscribed: z.boolean(),
  /** The card provider could not take the last payment; access lasts to the end of what is paid. */
  isPastDue: z.boolean().default(false),
})

/** The own profile: no Stripe ids, no trial internals beyond what the screens show. */
export const OwnProfile = Profile.pick({
  userId: true,
  displayName: true,
  email: true,
  bio: true,
  websiteUrl: true,
  subdomain: true,
  brand: true,
  isPhotographer: true,
  isPublic: true,
  emailNotifications: true,
  salesByDay: true,
  /** Why the public page is dark although its owner shows it. */
  pageTakedown: true,
  version: true,
}).extend({ trial: TrialView })
export type OwnProfile = z.infer<typeof OwnProfile>

export const UpdateProfile = z.object({
  version: Version,
  displayName: line(limits.profile.displayNameLength).optional(),
  bio: paragraph(limits.profile.bioLength).optional(),
  /** 'https://' is put before an address without a scheme; empty removes it. */
  websiteUrl: website(limits.profile.websiteLength).optional(),
  /** Kept as it is chosen; what pages are drawn with has its contrast repaired. */
  brand: BrandChoice.nullable().optional(),
  isPhotographer: z.boolean().optional(),
  isPublic: z.boolean().optional(),
  emailNotifications: z.boolean().optional(),
  salesByDay: z.boolean().optional(),
})
export type UpdateProfile = z.infer<typeof UpdateProfile>

/** What strangers see of a photographer. */
export const Portfolio = z.object({
  displayName: z.string(),
  subdomain: z.string(),
  bio: z.string(),
  websiteUrl: z.string().nullable(),
  brand: BrandPaint.nullable().default(null),
  /** The newest, or those made before the one that was named. */
  galleries: z.array(GalleryCard),
  /** Names where the next page begins; absent on the last. */
  nextBefore: GalleryId.optional(),
})
export type Portfolio = z.infer<typeof Portfolio>

export const profiles = subject('profiles', 'Photographers cannot load their account; portfolio pages are dark.', {
  me: endpoint({
    method: 'GET',
    path: '/me',
    access: 'photographer',
    whileClosing: true,
    summary: 'The own profile with the state of the trial',
    response: OwnProfile,
    errors: [],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/me',
    access: 'photographer',
    summary: 'Changes the own profile and settings',
    body: UpdateProfile,
    response: OwnProfile,
    errors: ['changed_meanwhile'],
  }),
  checkPageName: endpoint({
    method: 'GET',
    path: '/me/page-names/{name}',
    access: 'photographer',
    summary: 'Whether a gallery page name is free',
    params: z.object({ name: z.string().max(100) }),
    response: z.object({ available: z.boolean() }),
    errors: ['not_found'],
  }),
  generatePageName: endpoint({
    method: 'POST',
    path: '/me/page-name/suggestion',
    access: 'photographer',
    summary: 'A free page name made from the display name',
    response: z.object({ name: PageName }),
    errors: ['missing_display_name'],
  }),
  savePageName: endpoint({
    method: 'PUT',
    path: '/me/page-name',
    access: 'photographer',
    summary: 'Claims a gallery page name',
    body: z.object({ name: z.string().max(100) }),
    response: OwnProfile,
    errors: ['page_name_taken', 'page_name_invalid', 'changed_meanwhile'],
  }),
  portfolio: endpoint({
    method: 'GET',
    path: '/photographers/{subdomain}',
    access: 'public',
    summary: 'A photographer’s public page, with 24 of their listed galleries, newest first',
    params: z.object({ subdomain: z.string().max(100) }),
    query: z.object({ before: GalleryId.optional() }),
    response: Portfolio,
    errors: ['photographer_not_found'],
    cache: 'edge',
  }),
  portfolioGallery: endpoint({
    method: 'GET',
    path: '/photographers/{subdomain}/galleries/{slug}',
    access: 'public',
    summary: 'One public gallery of a photographer, by its slug',
    params: z.object({ subdomain: z.string().max(100), slug: z.string().max(200) }),
    response: z.object({
      gallery: GalleryCard,
      watermark: z.string().nullable(),
      /** As of the gallery at its own address; not in an answer of the last release. */
      clientCanDownload: z.boolean().default(true),
      priceSteps: PriceSteps,
      wholePence: Pence.nullable(),
      look: GalleryLook.default(usualLook),
      brand: BrandPaint.nullable().default(null),
      hasNumbers: z.boolean().default(false),
      hasTimes: z.boolean().default(false),
      sets: GallerySets,
      photos: pageOf(PhotoView),
    }),
    errors: ['photographer_not_found', 'gallery_not_found', 'gallery_locked'],
    cache: 'edge',
  }),
})
