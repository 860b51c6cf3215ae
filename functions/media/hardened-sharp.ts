import sharp from 'sharp'
import { limits } from '#schema/limits.ts'

// Only the loaders of the formats a photographer may upload. SVG, PDF, GIF, HEIF and vips' own formats read more than
// pixels (files, fonts, scripts); the UltraHDR loader would decode a phone's gain map and take shrink-on-load away.
// What is written is not bound by this: AVIF, which is HEIF, is written and never read.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadTiff'],
})
// One photo at a time on one core: libvips' operation cache would only hold pixels nobody asks for again.
sharp.cache(false)
sharp.concurrency(1)

/** sharp as this project may use it: four loaders, no cache, one thread. Nothing else imports sharp. */
export { sharp }

/** The options every untrusted file is opened with. */
export const untrusted = {
  limitInputPixels: limits.rendition.maxPixels,
  limitInputChannels: 5,
  sequentialRead: true,
  pages: 1,
} as const
