import type { OrderView } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { pence } from '#schema/money.ts'
import { aPicture, galleryId, orderId, photoId } from './builders.ts'

/** Two photos that were paid for. */
export const anOrder = (override: Partial<OrderView> = {}): OrderView => ({
  id: orderId(1),
  number: 'DS-7K3M9Q',
  status: 'completed',
  customerName: 'Ada',
  customerEmail: 'ada@example.com',
  subtotalPence: pence(3000),
  offerPence: pence(0),
  discountPence: pence(0),
  totalPence: pence(3000),
  discountPercent: 0,
  refundedPence: pence(0),
  lostPence: pence(0),
  consent: { version: deliveryConsent.version, at: '2030-01-01T10:00:00.000Z' },
  paidAt: '2030-01-01T10:01:00.000Z',
  createdAt: '2030-01-01T10:00:00.000Z',
  items: [1, 2].map((n) => ({
    line: n,
    kind: 'photo' as const,
    fileCount: 1,
    growsUntil: null,
    photoId: photoId(n),
    galleryId: galleryId(1),
    as: 'original' as const,
    hasOriginal: true,
    upgrade: null,
    title: `Photo ${String(n)}`,
    galleryTitle: 'Race day',
    photographerName: 'Bo',
    pricePence: pence(1500),
    netPence: pence(1500),
    bytes: 4_200_000,
    picture: aPicture(),
    returnedPence: pence(0),
    isRefunded: false,
    hasWebSize: true,
    webPx: 2048,
  })),
  ...override,
})
