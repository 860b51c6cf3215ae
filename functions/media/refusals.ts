/**
 * Why a file cannot become a photo, in words for the photographer. Codes are stable: they are stored with the photo
 * and shown from here.
 */
const refusals = {
  empty: 'This file is empty.',
  truncated: 'This file is incomplete. Please upload it again, or export it again from your photo editor.',
  damaged: 'This photo is damaged and cannot be read. Please export it again from your photo editor.',
  pdf: 'This file is a PDF, not a photo.',
  zip: 'This file is a ZIP archive or an office document, not a photo.',
  archive: 'This file is a compressed archive, not a photo.',
  program: 'This file is a program, not a photo.',
  web_page: 'This file is a web page, not a photo.',
  svg: 'This file is an SVG drawing, not a photo.',
  gif: 'This file is a GIF. Please export the photo as JPEG, PNG, WebP or TIFF.',
  heic: 'This file is a HEIC photo. Please export it as JPEG, PNG, WebP or TIFF.',
  avif: 'This file is an AVIF image. Please export the photo as JPEG, PNG, WebP or TIFF.',
  video: 'This file is a video or sound recording, not a photo.',
  photoshop: 'This file is a Photoshop document. Please export the photo as JPEG, PNG, WebP or TIFF.',
  other_image: 'This kind of image is not supported. Please export the photo as JPEG, PNG, WebP or TIFF.',
  unsupported_raw: 'This kind of RAW file is not supported. Please export the photo as JPEG or TIFF.',
  animated: 'This file is an animation, not a photo.',
  several_pages: 'This TIFF holds several pages. Please export one photo per file.',
  unsupported_variant:
    'This photo uses a rare variant of its format. Please export it again as RGB: an ordinary JPEG, or a TIFF with 8 or 16 bits and LZW or no compression.',
  too_many_pixels: 'This photo has more than 200 megapixels. Please export a smaller version.',
  too_much_memory: 'This photo needs too much memory to open. Please export it again as a baseline JPEG.',
  too_much_metadata: 'This file holds far more metadata than a photo needs. Please export it again without it.',
  too_slow: 'This photo took too long to open. Please export it again as a baseline JPEG.',
  unknown: 'This file is not a photo we can read. Please upload a JPEG, PNG, WebP, TIFF or RAW file.',
} as const

/** Of a photo that took the function down with each try, or whose storage stayed away: no judgement of the file. */
export const gaveUp = 'We could not open this photo. Please upload it again, or export it again as an ordinary JPEG.'

export type RefusalCode = keyof typeof refusals

/** A file that will never become a photo, whoever tries again. */
export type Refused = { kind: 'refused'; reason: RefusalCode; sentence: string }

export const refuse = (reason: RefusalCode): Refused => ({ kind: 'refused', reason, sentence: refusals[reason] })
