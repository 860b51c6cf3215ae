import { type MediaLinks, pictureOf } from '#functions/shared/media-links/media-links.ts'

const urlOf = (key: string) => `https://darkslide.test/${key}`

/** Links as plain as can be: the site's address and the key, unsigned. */
export const fakeMediaLinks = (): MediaLinks => ({
  picture: async (photo, _, options) => pictureOf(photo, { urlOf, ...options }),
  download: async (key, fileName) => ({ url: urlOf(key), fileName, expiresAt: '2030-01-01T10:15:00.000Z' }),
})
