import type { OrderView } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { pence } from '#schema/money.ts'
import { aPicture, galleryId, orderId, photoId } from './builders.ts'

type Line = OrderView['items'][number]
/** A photo of an order. */
export const anOrderLine = (n: number, override: Partial<Line> = {}): Line => ({
  line: n,
  kind: 'photo',
  fileCount: 1,
  growsUntil: null,
  photoId: photoId(n),
  galleryId: galleryId(1),
  as: 'original',
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
  ...override,
})

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
  items: [anOrderLine(1), anOrderLine(2)],
  ...override,
})
