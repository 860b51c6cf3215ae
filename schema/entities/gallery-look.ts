import * as z from 'zod'

/** How a gallery's page begins. full: the cover over the whole width. half: beside the title. framed: in a mat. plain: words alone. */
export const CoverStyle = z.enum(['full', 'half', 'framed', 'plain'])
export type CoverStyle = z.infer<typeof CoverStyle>

/** rows: of equal height, filled. columns: of equal width. single: one large photo after the other. */
export const PhotoLayout = z.enum(['rows', 'columns', 'single'])
export type PhotoLayout = z.infer<typeof PhotoLayout>

export const PhotoSpacing = z.enum(['small', 'wide'])
export type PhotoSpacing = z.infer<typeof PhotoSpacing>

const Share = z.number().min(0).max(1)
/** The point of the cover that stays in sight however it is cut: shares of its width and height, from its top left. */
export const CoverFocus = z.object({ x: Share, y: Share })
export type CoverFocus = z.infer<typeof CoverFocus>

const middle: CoverFocus = { x: 0.5, y: 0.5 }

/** How a gallery's page looks, as its photographer chose; a record from before shows what is usual. */
export const GalleryLook = z.object({
  coverStyle: CoverStyle.default('full'),
  coverFocus: CoverFocus.default(middle),
  photoLayout: PhotoLayout.default('rows'),
  photoSpacing: PhotoSpacing.default('small'),
})
export type GalleryLook = z.infer<typeof GalleryLook>

export const usualLook: GalleryLook = {
  coverStyle: 'full',
  coverFocus: middle,
  photoLayout: 'rows',
  photoSpacing: 'small',
}

/** What of a gallery is its look. */
export const lookOf = ({ coverStyle, coverFocus, photoLayout, photoSpacing }: GalleryLook): GalleryLook => ({
  coverStyle,
  coverFocus,
  photoLayout,
  photoSpacing,
})
