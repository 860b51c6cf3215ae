import * as z from 'zod'
import { ZipSize } from '#schema/entities/zip-set.ts'
import { OrderId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'
import { endpoint, inAddress } from './endpoint.ts'

/** How far the zips of many files are. */
export const Zips = z.discriminatedUnion('state', [
  /** Nothing is packed: never asked for, over, or no longer what it should hold. */
  z.object({ state: z.literal('none') }),
  /** `partCount` is 0 until it is known. */
  z.object({ state: z.literal('making'), partsDone: z.int().min(0), partCount: z.int().min(0) }),
  z.object({ state: z.literal('failed') }),
  z.object({
    state: z.literal('ready'),
    parts: z.array(z.object({ part: z.int().min(1), files: z.int().min(0), bytes: z.int().min(0) })),
    /** Files that could not be had and are in no part. */
    missing: z.int().min(0),
    /** Photos that came to the order's whole galleries since and are in no part. */
    added: z.int().min(0),
    expiresAt: Timestamp,
  }),
])
export type Zips = z.infer<typeof Zips>

export const ZipLink = z.object({ url: z.string(), fileName: z.string(), expiresAt: Timestamp })
/** Its number in an address. */
export const PartNumber = inAddress(z.int().min(1).max(10_000))

/** All photos of an order at once, packed on the server; a part of the subject of orders. */
export const zipEndpoints = {
  startZips: endpoint({
    method: 'POST',
    path: '/orders/{orderId}/zips',
    access: 'visitor',
    summary: 'Has all photos of an order packed in one size; what is being packed already is not begun again',
    params: z.object({ orderId: OrderId }),
    body: z.object({ size: ZipSize }),
    response: Zips,
    errors: ['order_not_found', 'not_purchased'],
  }),
  zips: endpoint({
    method: 'GET',
    path: '/orders/{orderId}/zips/{size}',
    access: 'visitor',
    summary: 'How far the packing is, and its parts once they are there',
    params: z.object({ orderId: OrderId, size: ZipSize }),
    response: Zips,
    errors: ['order_not_found', 'not_purchased'],
  }),
  downloadZip: endpoint({
    method: 'POST',
    path: '/orders/{orderId}/zips/{size}/parts/{part}/download',
    access: 'visitor',
    summary: 'A link of at most 15 minutes to one packed part',
    params: z.object({ orderId: OrderId, size: ZipSize, part: PartNumber }),
    body: z.object({}),
    response: ZipLink,
    errors: ['order_not_found', 'not_purchased', 'zip_gone'],
  }),
}
