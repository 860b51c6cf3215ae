import * as z from 'zod'
import { SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

/** A named part of a gallery, such as "Ceremony". A photo is in one of them or in none. */
const GallerySet = z.object({ id: SetId, name: z.string() })

/** In the order in which they are shown. */
export const GallerySets = z.array(GallerySet).max(limits.gallery.mostSets).default([])
