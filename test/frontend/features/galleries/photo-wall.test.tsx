import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import { type GalleryLook, usualLook } from '#schema/entities/gallery-look.ts'
import { paths } from '#schema/paths.ts'
import { anOpenGallery, aPhoto, aPicture, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const galleries = api.galleries.endpoints

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #told: () => void
      constructor(told: () => void) {
        this.#told = told
      }
      observe() {
        this.#told()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

/** Where the photos of a gallery's page stand: five of different shapes on a wall of 1,000 pixels. */
const placesOf = async (look: Partial<GalleryLook>) => {
  mockEndpoint(galleries.get, anOpenGallery({ photoCount: 5, look: { ...usualLook, ...look } }))
  mockEndpoint(galleries.recordView, { viewCount: 341 })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  const shapes = [2_000, 1_000, 3_000, 1_500, 2_000]
  mockEndpoint(galleries.listPhotos, {
    items: shapes.map((width, n) => aPhoto(n + 1, { picture: aPicture({ width, height: 1_500 }) })),
  })
  const { unmount } = renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
    </Routes>,
    { at: paths.gallery({ galleryId: galleryId(1) }) },
  )
  const tiles = () => screen.getAllByRole('listitem').filter(({ ariaPosInSet }) => ariaPosInSet !== null)
  await screen.findByRole('list', { name: 'Photos' })
  await waitFor(() => expect(tiles().map(({ style }) => style.width)).not.toContain(''))
  const places = tiles().map(({ style }) => ({
    left: Number.parseFloat(style.left),
    top: Number.parseFloat(style.top),
    width: Number.parseFloat(style.width),
  }))
  unmount()
  return places
}
type Places = Awaited<ReturnType<typeof placesOf>>
const across = (places: Places) => places.map(({ left }) => left)
const between = ([first, second]: Places) => (second?.left ?? 0) - (first?.left ?? 0) - (first?.width ?? 0)

test('a gallery’s page lays its photos out as their photographer chose', async () => {
  const rows = await placesOf({ photoLayout: 'rows' })
  expect(new Set(rows.slice(0, 2).map(({ top }) => top)).size).toBe(1)
  expect(rows[0]?.width).toBeCloseTo(2 * (rows[1]?.width ?? 0), 0)

  const columns = await placesOf({ photoLayout: 'columns' })
  expect(new Set(columns.map(({ width }) => width)).size).toBe(1)
  expect(new Set(across(columns)).size).toBeGreaterThan(1)

  const single = await placesOf({ photoLayout: 'single' })
  expect(single.map(({ left, width }) => left + width / 2)).toEqual(single.map(() => 500))
})

test.each(['rows', 'columns'] as const)(
  'a gallery’s page leaves the space between %s that was chosen',
  async (photoLayout) => {
    const small = between(await placesOf({ photoLayout, photoSpacing: 'small' }))
    const wide = between(await placesOf({ photoLayout, photoSpacing: 'wide' }))
    expect([small, wide]).toEqual([12, 28])
  },
)
