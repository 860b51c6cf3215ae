import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { GalleryCover } from '#frontend/features/galleries/gallery-cover.tsx'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { aGalleryCard } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const gallery = aGalleryCard(1, { title: 'Maite & Jon', createdAt: '2030-09-12T10:00:00.000Z' })
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
})
const pictures = () => document.querySelectorAll('header img')

test.each(['full', 'half', 'framed'] as const)(
  'a cover that is %s: the picture, title, name, month and one button',
  (coverStyle) => {
    renderPage(<GalleryCover gallery={gallery} look={{ ...usualLook, coverStyle, coverFocus: { x: 0.25, y: 0.75 } }} />)
    expect(screen.getByRole('heading', { level: 1, name: 'Maite & Jon' })).toBeTruthy()
    expect(screen.getByText(/September 2030/).textContent).toBe('by Aitzol Berasategi · September 2030')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['View photos'])
    expect(pictures().length).toBe(1)
    expect(pictures()[0]?.getAttribute('style')).toContain('object-position: 25% 75%')
  },
)

test('a plain cover, and one without a picture, is the words alone', () => {
  renderPage(<GalleryCover gallery={gallery} look={{ ...usualLook, coverStyle: 'plain' }} />)
  renderPage(<GalleryCover gallery={{ ...gallery, cover: null }} look={usualLook} />)
  expect(screen.getAllByRole('heading', { name: 'Maite & Jon' })).toHaveLength(2)
  expect(pictures().length).toBe(0)
})

test('the button leads to where the photographs begin', async () => {
  renderPage(
    <>
      <GalleryCover gallery={gallery} look={usualLook} />
      <div id="photos" />
    </>,
  )
  const scroll = vi.fn()
  const photos = document.getElementById('photos')
  if (photos) photos.scrollIntoView = scroll
  await userEvent.click(screen.getByRole('button', { name: 'View photos' }))
  expect(scroll).toHaveBeenCalledOnce()
})
