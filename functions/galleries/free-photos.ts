import type { Gallery } from '#schema/entities/gallery.ts'

type Given = Pick<Gallery, 'clientCanDownload' | 'downloadLimit' | 'downloadCount'>

/**
 * Whether free photos of a gallery can be downloaded, as far as its row tells: downloads of the last minutes may not be
 * counted there yet. Each is asked for its limit when it is given.
 */
export const areFreeGiven = ({ clientCanDownload, downloadLimit, downloadCount }: Given): boolean =>
  clientCanDownload && (downloadLimit === null || downloadCount < downloadLimit)
