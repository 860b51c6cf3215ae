import { Earning } from '#schema/entities/earning.ts'
import { orderIdOf, photoIdOf, userIdOf } from './ids.ts'

/** The share of a £15 photo, paid for on new year's morning and held for 48 hours. */
export const anEarning = (overrides: Partial<Earning> = {}): Earning =>
  Earning.parse({
    orderId: orderIdOf(1),
    orderNumber: 'DS-7K3M9Q2A',
    sellerId: userIdOf(1),
    photos: [{ photoId: photoIdOf(1), title: 'First boat out', netPence: 1500, sharePence: 1350 }],
    grossPence: 1500,
    feePence: 150,
    amountPence: 1350,
    pendingPence: 1350,
    availablePence: 0,
    heldPence: 0,
    reservedPence: 0,
    paidPence: 0,
    disputedPence: 0,
    reversedPence: 0,
    returnedPence: 0,
    releaseAt: '2030-01-03T10:00:00.000Z',
    frozen: false,
    chargeId: 'ch_1',
    lines: [],
    paidAt: '2030-01-01T10:00:00.000Z',
    version: 0,
    ...overrides,
  })
