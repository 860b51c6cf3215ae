import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { Pager } from '#frontend/features/galleries/pager.tsx'
import { type PagedPhotos, usePagedPhotos } from '#frontend/features/galleries/use-paged-photos.ts'
import { api } from '#schema/api/all.ts'
import { anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const address = () => screen.getByTestId('address').textContent
const pause = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

const ofPage = (page: number) => Array.from({ length: 20 }, (_, index) => aPhoto((page - 1) * 20 + index + 1))
/** A gallery of ten pages of which five have come; a search in the address has as many as are named. */
const setup = async ({
  at = '/gallery',
  pages = 10,
  come = 5,
  onAsk = (_cursor: unknown): unknown => undefined,
  isLeftOut = (_photo: { id: string }, _q: string | undefined): boolean => false,
  first = '20 there',
} = {}) => {
  mockEndpoint(api.galleries.endpoints.listPhotos, ({ query }) => {
    onAsk(query.cursor)
    const page = Number(query.cursor ?? 1)
    const items = ofPage(page).filter((photo) => !isLeftOut(photo, query.q))
    return { items, ...(page < pages && { nextCursor: String(page + 1) }) }
  })
  const now: { paged: PagedPhotos; navigate: NavigateFunction } = Object.create(null)
  const Pages = () => {
    const { gallery } = anOpenGallery({ photoCount: 200 })
    now.paged = usePagedPhotos({ ...gallery, id: galleryId(1) })
    now.navigate = useNavigate()
    const { photos, place, pageCount, knownPages, hasNextPage, goTo } = now.paged
    return (
      <>
        <p>{photos?.length} there</p>
        <Pager
          place={place}
          pageCount={pageCount}
          known={knownPages}
          isMore={hasNextPage}
          isLifted={false}
          onGo={goTo}
        />
      </>
    )
  }
  renderPage(<Pages />, { at })
  await screen.findByText(new RegExp(first))
  for (let page = Number.parseInt(first, 10) / 20 + 1; page <= come; page++) {
    act(() => now.paged.more())
    await screen.findByText(`${String(page * 20)} there`)
  }
  return now
}
const press = (name: 'Next' | 'Previous') => fireEvent.click(screen.getByRole('button', { name }))

// Of another function all tiles would be drawn anew, for a heart or for what is ticked.
test('who follows a scroll stays the same while pages come', async () => {
  const now = await setup()
  const { lookAt } = now.paged
  act(() => now.paged.more())
  await screen.findByText('120 there')
  expect(now.paged.lookAt).toBe(lookAt)
})

test('a photo that moved down while pages were read stands once, where it stood, as it was read last', async () => {
  // Something was put before them: the last of each page comes again as the first of the next.
  const now = await setup({ come: 1, first: '19 there', isLeftOut: (photo) => photo.id === photoId(20) })
  mockEndpoint(api.galleries.endpoints.listPhotos, ({ query }) => {
    const page = Number(query.cursor ?? 1)
    const [again, ...others] = [ofPage(page - 1).at(-2), ...ofPage(page)]
    return { items: again ? [{ ...again, title: 'Read again' }, ...others] : others, nextCursor: String(page + 1) }
  })
  for (const there of [39, 59]) {
    act(() => now.paged.more())
    await screen.findByText(`${String(there)} there`)
  }
  const ids = now.paged.photos?.map(({ id }) => id) ?? []
  expect(new Set(ids).size).toBe(ids.length)
  expect(now.paged.photos?.[18]).toMatchObject({ id: photoId(19), title: 'Read again' })
  expect(now.paged.photos?.[19]?.id).toBe(photoId(21))
})

// Of a page whose HTML is minutes old the first photos are asked for anew, just when somebody may scroll to their end.
test('the end that is come to while the known pages are asked for anew has the next page fetched after them', async () => {
  const now = await setup({ come: 1 })
  act(() => {
    void now.paged.refetch()
    now.paged.more()
  })
  await screen.findByText('40 there')
  await pause(2_000)
  expect(screen.getByText('40 there')).toBeTruthy()
})

test('nobody who has left is fetched the next page for', async () => {
  const asked: unknown[] = []
  const now = await setup({ come: 1, onAsk: (cursor) => asked.push(cursor) })
  act(() => now.paged.more())
  cleanup()
  await pause(2_000)
  expect(asked.filter((cursor) => cursor === '2').length).toBeLessThanOrEqual(1)
})

test('the page that is scrolled to is named at once, and the address follows when it rests', async () => {
  const now = await setup()
  act(() => now.paged.lookAt(45))
  expect(screen.getByText('Page 3 of 10')).toBeTruthy()
  expect(address()).toBe('/gallery')
  await pause(2_000)
  expect(address()).toBe('/gallery?page=3')
  expect(now.paged.jump).toBeUndefined()
})

test('Next and Previous lead on from where one has scrolled to, before the address follows', async () => {
  const now = await setup()
  act(() => now.paged.lookAt(45))
  press('Next')
  await pause(2_000)
  expect(address()).toBe('/gallery?page=4')
  expect(now.paged.jump).toEqual({ index: 60, isBack: false })

  act(() => now.paged.lookAt(85))
  // Back to the page that the address has named all the time.
  press('Previous')
  await pause(2_000)
  expect(address()).toBe('/gallery?page=4')
  expect(screen.getByText('Page 4 of 10')).toBeTruthy()
  expect(now.paged.jump).toEqual({ index: 60, isBack: false })
})

test('Next, pressed often, leads no further into a search than to the page behind those that have come', async () => {
  await setup({ at: '/gallery?q=owl', pages: 2, come: 1 })
  for (const _ of [1, 2, 3]) press('Next')
  await waitFor(() => expect(address()).toBe('/gallery?q=owl&page=2'))
  // It is on its way.
  press('Next')
  await screen.findByText('Page 2 of 2')
  await pause(2_000)
  expect(address()).toBe('/gallery?q=owl&page=2')
})

test('Next leads on in a search from the page that has come', async () => {
  await setup({ at: '/gallery?q=owl', pages: 3, come: 1 })
  press('Next')
  await screen.findByText('40 there')
  press('Next')
  await waitFor(() => expect(address()).toBe('/gallery?q=owl&page=3'))
})

test('what was scrolled past on the way to a page is not gone to', async () => {
  const now = await setup()
  press('Next')
  act(() => now.paged.lookAt(5))
  await pause(2_000)
  expect(address()).toBe('/gallery?page=2')
  expect(screen.getByText('Page 2 of 10')).toBeTruthy()
})

test('what a scroll asked for does not change the step that one went back to', async () => {
  const now = await setup()
  act(() => now.paged.goTo(3))
  await waitFor(() => expect(address()).toBe('/gallery?page=3'))
  act(() => now.paged.lookAt(65))
  await pause(400)
  act(() => void now.navigate(-1))
  await waitFor(() => expect(address()).toBe('/gallery'))
  await pause(2_000)
  expect(now.paged.jump).toEqual({ index: 0, isBack: true })
  expect(address()).toBe('/gallery')
  expect(screen.getByText('Page 1 of 10')).toBeTruthy()
})

test('a page that is hidden takes its address along before: it may be gone afterwards', async () => {
  const now = await setup()
  act(() => now.paged.lookAt(45))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await pause(50)
  expect(address()).toBe('/gallery?page=3')
})

test('an address of a page that there is no more leads to the last one', async () => {
  const now = await setup({ at: '/gallery?page=8', pages: 5, come: 1, first: '100 there' })
  await waitFor(() => expect(address()).toBe('/gallery?page=5'))
  expect(now.paged.jump).toMatchObject({ index: 80 })
  expect(screen.getByText('Page 5 of 5')).toBeTruthy()
})

test('an open photo that is gone makes room for the one that took its place, and the rest is not read for it', async () => {
  const asked: unknown[] = []
  const isGone = { is: false }
  const now = await setup({
    at: `/gallery?photo=${photoId(30)}`,
    come: 5,
    first: '40 there',
    onAsk: (cursor) => asked.push(cursor),
    isLeftOut: ({ id }) => isGone.is && id === photoId(30),
  })
  expect(now.paged.viewer.index).toBe(29)
  isGone.is = true
  asked.length = 0
  await act(() => now.paged.refetch())
  await waitFor(() => expect(address()).toBe(`/gallery?photo=${photoId(31)}`))
  expect(now.paged.viewer.index).toBe(29)
  expect(await toastOf('Photo not found')).toMatchObject({ kind: 'info' })
  expect(asked).not.toContain('6')
})

test('an open photo that only left the search is not said to have left the gallery', async () => {
  const isLeft = { is: false }
  const now = await setup({
    at: `/gallery?q=anna&photo=${photoId(3)}`,
    come: 1,
    pages: 1,
    first: 'there',
    isLeftOut: ({ id }, q) => isLeft.is && q === 'anna' && id === photoId(3),
  })
  expect(now.paged.viewer.index).toBe(2)
  isLeft.is = true
  await act(() => now.paged.refetch())
  expect((await toastOf('Photo not found')).description).toBe('It is not among these photos any more.')
})

test('a photo that the search of its address leaves out is shown in the whole gallery', async () => {
  const now = await setup({
    at: `/gallery?q=anna&photo=${photoId(3)}`,
    come: 1,
    pages: 1,
    first: 'there',
    isLeftOut: ({ id }, q) => q === 'anna' && id === photoId(3),
  })
  await waitFor(() => expect(address()).toBe(`/gallery?photo=${photoId(3)}`))
  await waitFor(() => expect(now.paged.viewer.index).toBe(2))
})

test('a photo that neither a search nor the gallery has, of which all is known, is said to be gone', async () => {
  const now = await setup({ come: 1, pages: 1 })
  act(() => void now.navigate(`/gallery?q=anna&photo=${photoId(99)}`))
  expect(await toastOf('Photo not found')).toMatchObject({ kind: 'info' })
  await waitFor(() => expect(address()).toBe('/gallery'))
})

test.each([
  [3, 3],
  [7, 0],
])(
  '%d pages that are known are %d questions when one comes back after a minute, or the line does',
  async (come, asked) => {
    const cursors: unknown[] = []
    const now = await setup({ come, onAsk: (cursor) => cursors.push(cursor) })
    await pause(60_000)
    cursors.length = 0
    act(() => void dispatchEvent(new Event('offline')))
    act(() => void dispatchEvent(new Event('online')))
    await pause(1_000)
    expect(cursors).toHaveLength(asked)
    expect(now.paged.knownPages).toBe(come)
  },
)
