import * as z from 'zod'

/** How a gallery's photos follow each other. featured: featured first, then newest; what is usual. hand: as its photographer put them. captured: as they were taken. name: by title. */
export const PhotoOrder = z.enum(['featured', 'hand', 'captured', 'name'])
export type PhotoOrder = z.infer<typeof PhotoOrder>

/** Where nothing is chosen (specification, section 4). */
export const usualOrder: PhotoOrder = 'featured'
