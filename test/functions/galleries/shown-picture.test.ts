import { expect, test, vi } from 'vitest'
import { coverOf } from '#functions/galleries/photo-writes.ts'
import { markOf, markParts, shownCover, shownPicture, watermarkOf } from '#functions/galleries/shown-picture.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'

const marked = (watermarkStrength: 'light' | 'medium' | 'strong') =>
  aGallery({ watermarkEnabled: true, watermarkText: '© Iris', watermarkStrength })

test('the usual strength is named as marks were before there was a choice, another one beside the text', () => {
  expect(markOf(marked('medium'))).toBe('© Iris')
  expect(markOf(marked('strong'))).not.toBe(markOf(marked('light')))
  for (const strength of ['light', 'medium', 'strong'] as const) {
    expect(markParts(markOf(marked(strength)) ?? '')).toEqual({ text: '© Iris', strength })
    expect(watermarkOf(marked(strength))).toBe('© Iris')
  }
  expect(markOf(aGallery({ watermarkEnabled: false, watermarkStrength: 'strong' }))).toBeNull()
})

test('a picture in another strength is shown to nobody until it is drawn anew', async () => {
  const drawn = aPhoto({ watermark: markOf(marked('medium')) })
  expect(await shownPicture(fakeMediaLinks(), marked('medium'), drawn)).not.toBeNull()
  expect(await shownPicture(fakeMediaLinks(), marked('strong'), drawn)).toBeNull()
})

test('a picture is shown for as long as its gallery is open: its addresses end with the gallery', async () => {
  const expiresAt = '2030-01-01T20:30:00.000Z'
  const picture = vi.fn(fakeMediaLinks().picture)
  const gallery = aGallery({ expiresAt, cover: coverOf(aPhoto()) })
  await shownPicture({ picture }, gallery, aPhoto())
  await shownCover({ picture }, gallery, 'card')
  expect(picture.mock.calls.map(([, , options]) => options)).toMatchObject([{ expiresAt }, { expiresAt }])
})
