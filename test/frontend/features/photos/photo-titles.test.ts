import { expect, test } from 'vitest'
import { titleBy } from '#frontend/features/photos/photo-titles.ts'

const first = { place: 0, of: 12 }

test.each([
  ['{n} {file}', 'IMG_1.jpg', '01 IMG_1'],
  ['The race', 'IMG_1.jpg', 'The race 01'],
  ['{file}', 'Rock $& Roll.jpg', 'Rock $& Roll'],
  ['{file}', "$$ $` $' $1.jpg", "$$ $` $' $1"],
  // What stands in braces in a name is no placeholder.
  ['{file}', 'a {n} b {file}.jpg', 'a {n} b {file}'],
])('the pattern %j makes of the first of 12, %j, the title %j', (pattern, fileName, title) => {
  expect(titleBy(pattern, { fileName }, first)).toBe(title)
})
