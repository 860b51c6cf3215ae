import * as z from 'zod'
import type { Signer } from '#functions/shared/signing/signer.ts'
import { AppError } from '#schema/errors.ts'
import type { Item, Page } from './writes.ts'

const Place = z.object({ list: z.string(), after: z.record(z.string(), z.union([z.string(), z.number()])) })

/**
 * Places in a list as opaque, signed texts. `list` names the list and what it is about (its partition and filters), so
 * that a cursor of one list is refused by every other.
 */
export const cursors = (signer: Signer) => ({
  /** The cursor of a page that has a successor. */
  of: async (list: string, page: Pick<Page, 'next'>): Promise<{ nextCursor?: string }> =>
    page.next ? { nextCursor: await signer.sign('cursor', { list, after: page.next }) } : {},
  /** @throws AppError `invalid_cursor` for a cursor that is forged, altered or of another list. */
  read: async (list: string, cursor: string | undefined): Promise<{ after?: Item }> => {
    if (cursor === undefined) return {}
    const place = await signer.read('cursor', cursor, Place)
    if (place?.list !== list) throw new AppError('invalid_cursor')
    return { after: place.after }
  },
})
export type Cursors = ReturnType<typeof cursors>
