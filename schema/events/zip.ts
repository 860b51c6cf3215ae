import * as z from 'zod'
import { ZipOwner } from '#schema/entities/zip-set.ts'
import { ZipId } from '#schema/ids.ts'

/**
 * A message in the queue of zips. What of it is still to be done is read from the table, so that doubled and late messages
 * do no harm; one that names another id than the owner's present set does nothing.
 */
export const ZipTask = z.discriminatedUnion('kind', [
  /** `group`: whose tasks those of its parts are in the queue; without one, as in messages of before, each set's are its own. */
  z.object({ kind: z.literal('plan'), owner: ZipOwner, zipId: ZipId, group: z.string().optional() }),
  z.object({ kind: z.literal('part'), owner: ZipOwner, zipId: ZipId, part: z.int().min(1) }),
])
export type ZipTask = z.infer<typeof ZipTask>
