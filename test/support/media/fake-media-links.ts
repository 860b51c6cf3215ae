import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'

/** Links as plain as can be: the site's address and the key, unsigned. */
export const fakeMediaLinks = (): MediaLinks => ({
  picture: async ({ width, height, thumbhash, renditions }) => {
    const display = renditions.find(({ kind, format }) => kind === 'display' && format === 'jpeg')
    const thumbnail = renditions.find(({ kind, format }) => kind === 'thumbnail' && format === 'jpeg')
    if (!display || !thumbnail) return null
    const urlOf = ({ key }: { key: string }) => `https://darkslide.test/${key}`
    return {
      imageUrl: urlOf(display),
      thumbnailUrl: urlOf(thumbnail),
      sources: renditions.map(({ bytes: _, key, ...each }) => ({ ...each, url: urlOf({ key }) })),
      width,
      height,
      thumbhash,
    }
  },
  download: async (key, fileName) => ({
    url: `https://darkslide.test/${key}`,
    fileName,
    expiresAt: '2030-01-01T10:15:00.000Z',
  }),
})
