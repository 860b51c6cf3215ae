import type { BalanceView, Sale } from '#schema/api/payouts.ts'
import { Sale as SaleSchema } from '#schema/api/payouts.ts'
import { OwnPhoto } from '#schema/api/photos.ts'
import { OwnProfile } from '#schema/api/profiles.ts'
import { ClientProofSession, OwnProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { aPicture, galleryId, photoId } from './builders.ts'

/** What a photographer sees of their own; each takes what matters to a test. */
export const ada = { userId: '11111111-1111-4111-8111-111111111111', email: 'ada@example.com' }
const at = '2030-01-01T10:00:00.000Z'

export const anOwnPhoto = (n: number, override: Partial<OwnPhoto> = {}): OwnPhoto =>
  OwnPhoto.parse({
    id: photoId(n),
    galleryId: galleryId(1),
    title: `Photo ${String(n)}`,
    description: '',
    pricePence: 1500,
    isFeatured: false,
    state: 'ready',
    reason: null,
    fileName: `photo-${String(n)}.jpg`,
    bytes: 1_000,
    capturedAt: null,
    version: 2,
    createdAt: at,
    picture: aPicture(),
    isCover: false,
    hasSmallerSize: true,
    ...override,
  })

type ProfileOverride = Partial<Omit<OwnProfile, 'trial'>> & { trial?: Partial<OwnProfile['trial']> }
export const anOwnProfile = ({ trial = {}, ...override }: ProfileOverride = {}): OwnProfile =>
  OwnProfile.parse({
    userId: ada.userId,
    displayName: 'Ada',
    email: ada.email,
    bio: '',
    websiteUrl: null,
    brand: null,
    subdomain: null,
    isPhotographer: true,
    isPublic: true,
    emailNotifications: true,
    salesByDay: false,
    version: 7,
    ...override,
    trial: { isExpired: false, daysRemaining: 50, expiresAt: at, isSubscribed: false, ...trial },
  })
export const anExpiredProfile = () => anOwnProfile({ trial: { isExpired: true, daysRemaining: 0 } })

type Amounts = { availablePence?: number; pendingPence?: number; heldPence?: number; totalEarnedPence?: number }
export const aBalance = (override: Partial<Omit<BalanceView, keyof Amounts>> & Amounts = {}) => ({
  availablePence: 0,
  pendingPence: 0,
  heldPence: 0,
  totalEarnedPence: 0,
  lastPayoutAt: null,
  nextPayoutAt: '2030-01-07T06:00:00.000Z',
  payoutFromPence: 0,
  payoutAccount: 'ready',
  notice: null,
  ...override,
})

export const aSale = (override: Partial<Record<keyof Sale, unknown>> = {}): Sale =>
  SaleSchema.parse({
    orderNumber: 'DS-1',
    photoTitles: ['Sunset'],
    morePhotos: 0,
    paidAt: at,
    grossPence: 1500,
    feePence: 150,
    sharePence: 1350,
    returnedPence: 0,
    pendingPence: 1350,
    availablePence: 0,
    heldPence: 0,
    reservedPence: 0,
    paidPence: 0,
    disputedPence: 0,
    reversedPence: 0,
    state: 'pending',
    clearsAt: '2030-01-03T10:00:00.000Z',
    payoutId: null,
    ...override,
  })

export const proofSessionId = ProofSessionId.parse(`prf_${'0'.repeat(25)}1`)
export const anOwnSession = (override: Partial<OwnProofSession> = {}): OwnProofSession =>
  OwnProofSession.parse({
    id: proofSessionId,
    galleryId: galleryId(1),
    galleryTitle: 'Race day',
    title: 'Choose two',
    description: '',
    clientEmail: 'client@example.com',
    deadlineAt: null,
    selectionTarget: null,
    version: 1,
    linkVersion: 0,
    choiceVersion: 0,
    completedAt: null,
    createdAt: at,
    status: 'pending',
    counts: { pending: 2, approved: 0, rejected: 0, maybe: 0 },
    ...override,
  })

export const aClientSession = (override: Partial<ClientProofSession> = {}): ClientProofSession =>
  ClientProofSession.parse({
    galleryId: galleryId(1),
    galleryTitle: 'Race day',
    title: 'Choose two',
    description: 'For the album.',
    deadlineAt: null,
    selectionTarget: null,
    status: 'in_review',
    counts: { pending: 2, approved: 0, rejected: 0, maybe: 0 },
    photographerName: 'Ada',
    canComment: true,
    isReadOnly: false,
    watermark: null,
    galleryGrant: 'grant',
    galleryGrantExpiresAt: '2999-01-01T00:00:00.000Z',
    ...override,
  })

export const aProofPhoto = (n: number, override: Partial<ProofPhoto> = {}): ProofPhoto =>
  ProofPhoto.parse({
    photoId: photoId(n),
    title: `Photo ${String(n)}`,
    status: 'pending',
    clientFeedback: '',
    updatedAt: at,
    picture: aPicture(),
    pricePence: 1500,
    isForSale: true,
    ...override,
  })
