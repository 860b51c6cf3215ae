import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useGalleryPhotos } from '#frontend/features/galleries/queries.ts'
import { whenStill } from '#frontend/ui/when-still.ts'
import { api } from '#schema/api/all.ts'
import { aPhoto, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

test('between two flicks as well, a page of photos is read, kept and drawn in a frame each; a first page waits for none', async () => {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  let asked: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => asked.push(run))
  const later = (ms = 5) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const isAsked = () => vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 20_000 })
  const frame = async () => {
    const due = asked
    asked = []
    for (const run of due) run(0)
    await later()
  }
  const { listPhotos } = api.galleries.endpoints
  mockEndpoint(listPhotos, ({ query }) =>
    query.cursor === undefined ? { items: [aPhoto(1)], nextCursor: 'second' } : { items: [aPhoto(2)] },
  )
  const read = vi.spyOn(listPhotos.response, 'safeParse')
  // Who has waited once is told of scrolls from then on.
  whenStill(() => {})
  window.dispatchEvent(new Event('scroll'))
  // A thumb rests so long between two flicks.
  clock = 160

  let more = () => {}
  const Page = () => {
    const { data, fetchNextPage } = useGalleryPhotos(galleryId(1), {
      q: '',
      set: undefined,
      number: '',
      span: undefined,
    })
    more = () => void fetchNextPage()
    return <p>{data?.pages.flatMap(({ items }) => items.map(({ title }) => title)).join()}</p>
  }
  const { container } = renderPage(<Page />)
  const titles = () => container.querySelector('p')?.textContent
  await act(() => vi.waitFor(() => expect(titles()).toBe(aPhoto(1).title), { timeout: 20_000 }))
  expect(asked).toEqual([])

  read.mockClear()
  act(() => more())
  await act(isAsked)
  expect(read).not.toHaveBeenCalled()
  await frame()
  expect(read).toHaveBeenCalledOnce()
  await act(isAsked)
  await frame()
  await act(isAsked)
  expect(titles()).toBe(aPhoto(1).title)
  await frame()
  await act(() => vi.waitFor(() => expect(titles()).toBe(`${aPhoto(1).title},${aPhoto(2).title}`), { timeout: 20_000 }))
})
