import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHearts } from '#frontend/features/galleries/use-favourites.ts'
import { useLike } from '#frontend/features/galleries/use-gallery-counts.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { api } from '#schema/api/all.ts'
import { GalleryId } from '#schema/ids.ts'
import { anOpenGallery, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const galleries = api.galleries.endpoints
const id = GalleryId.parse(galleryId(1))

/** Every page of the gallery and every set of hearts that was drawn with until the answer had come. */
const drawnWith = async (answer: { likeCount: number; favourites: ReturnType<typeof photoId>[] }) => {
  const open = anOpenGallery({ likeCount: 21 })
  mockEndpoint(galleries.get, open)
  const state = mockEndpoint(galleries.likeState, { userLiked: true, isOwn: false, ...answer })
  const seen = { pages: new Set<unknown>(), hearts: new Set<unknown>() }
  const Probe = () => {
    const { data: page } = useQuery(endpointQuery(galleries.get, { params: { galleryId: id }, headers: {} }))
    const { liked } = useLike(id, 21)
    seen.pages.add(page)
    seen.hearts.add(useHearts(id).hearts)
    return <p>{page && liked ? 'both are there' : 'not yet'}</p>
  }
  renderPage(<Probe />)
  await screen.findByText('both are there')
  await waitFor(() => expect(state.requests).toHaveLength(1))
  seen.pages.delete(undefined)
  return seen
}

test('an answer that says nothing new draws neither the gallery nor its tiles anew', async () => {
  const { pages, hearts } = await drawnWith({ likeCount: 21, favourites: [] })
  // The cache keeps the page that is equal to what it is told.
  expect(pages.size).toBe(1)
  expect(hearts.size).toBe(1)
})

test('another number of likes and a heart are drawn', async () => {
  const { pages, hearts } = await drawnWith({ likeCount: 22, favourites: [photoId(1)] })
  await waitFor(() => expect(pages.size).toBe(2))
  expect(hearts.size).toBe(2)
})
