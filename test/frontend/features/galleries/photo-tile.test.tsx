import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PhotoTile } from '#frontend/features/galleries/photo-tile.tsx'
import { aPhoto, aPicture } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const show = (isBare: boolean, photo = aPhoto(1), view: 'grid' | 'list' = 'grid') => {
  const onOpen = vi.fn()
  renderPage(
    <PhotoTile
      photo={photo}
      watermark={null}
      view={view}
      layout="rows"
      withWords={false}
      isOwn={false}
      canDownload
      isSelected={false}
      isFavourite={false}
      eager={false}
      isBare={isBare}
      onOpen={onOpen}
      onSelect={() => {}}
      onAdd={() => {}}
      onHeart={() => {}}
    />,
  )
  return onOpen
}

test('a bare tile is its picture alone, which opens the photo', () => {
  const onOpen = show(true)
  screen.getByRole('img').click()
  expect(onOpen).toHaveBeenCalledOnce()
  expect(screen.getAllByRole('button').length).toBe(1)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByText('Photo 1')).toBeNull()
})

test('a whole one has all that can be done with the photo', () => {
  show(false)
  expect(screen.getAllByRole('button').length).toBe(3)
  expect(screen.getByRole('checkbox')).toBeTruthy()
  expect(screen.getByText('Photo 1')).toBeTruthy()
})

test.each([
  [1_500, 2_000, '0.75'],
  [3_000, 2_000, '1'],
])('in a list a photo of %i by %i is shown whole, in its share of the room', (width, height, share) => {
  show(false, aPhoto(1, { picture: aPicture({ width, height }) }), 'list')
  const print = document.querySelector<HTMLElement>('[data-part=print]')
  expect(Number.parseFloat(print?.style.aspectRatio ?? '')).toBeCloseTo(width / height)
  expect(print?.style.getPropertyValue('--share')).toBe(share)
})
