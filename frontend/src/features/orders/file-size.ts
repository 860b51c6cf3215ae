import type { OrderView } from '#schema/api/orders.ts'
import type { PhotoSize } from '#schema/web-size.ts'

type Item = Pick<OrderView['items'][number], 'hasOriginal' | 'hasWebSize'>

/** Whether anything of a line can be downloaded: of an upgrade whose Web size was given back, nothing can. */
export const hasFile = ({ hasOriginal, hasWebSize }: Item): boolean => hasOriginal || hasWebSize

/** The file that is meant by a size: of a Web size that was bought there is no Original, and of some older photos no web file. */
export const fileSizeOf = ({ hasOriginal, hasWebSize }: Item, wanted: PhotoSize): PhotoSize =>
  !hasOriginal || (wanted === 'web' && hasWebSize) ? 'web' : 'original'
