import { expect, test } from 'vitest'
import { backgroundOf } from '#frontend/features/galleries/wall-colours.tsx'
import { aPhoto } from '#test/support/frontend/builders.ts'

const place = { left: 10, top: 300, width: 150, height: 160 }
const shaped = (n: number, width: number, height: number, thumbhash: string) => {
  const photo = aPhoto(n)
  return { ...photo, picture: photo.picture && { ...photo.picture, width, height, thumbhash } }
}
const hash = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

test('each photo’s mean colour lies where its print stands, a pixel within it, without the words below', () => {
  expect(backgroundOf({ photos: [shaped(1, 300, 200, hash)], places: [place] }, 250)).toEqual({
    backgroundImage: expect.stringMatching(/^linear-gradient\(rgb\(\d+ \d+ \d+\) 0 0\)$/),
    backgroundPosition: '11px 51px',
    backgroundSize: '148px 98px',
    backgroundRepeat: 'no-repeat',
  })
})

test('what has no colour, no picture or no place is left out', () => {
  const photos = [
    shaped(1, 300, 200, ''),
    { ...aPhoto(2), picture: null },
    shaped(3, 300, 200, hash),
    shaped(4, 3, 2, hash),
  ]
  const { backgroundImage, backgroundPosition } = backgroundOf({ photos, places: [place, place, place] }, 0)
  expect(backgroundImage?.toString().match(/linear-gradient/g)).toHaveLength(1)
  expect(backgroundPosition).toBe('11px 301px')
})
