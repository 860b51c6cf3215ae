import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useGalleryPhotos } from '#frontend/features/galleries/queries.ts'
import { takeTurn } from '#frontend/ui/frame-turns.ts'
import { whenStill } from '#frontend/ui/when-still.ts'
import { api } from '#schema/api/all.ts'
import { aPhoto, galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

test('between two flicks as well, a page of photos is read, kept and drawn in a frame each', async () => {
  let asked: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => asked.push(run))
  const later = (ms = 5) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const frame = async () => {
    const due = asked
    asked = []
    for (const run of due) run(0)
    await later()
  }
  const { listPhotos } = api.galleries.endpoints
  mockEndpoint(listPhotos, { items: [aPhoto(1)] })
  const read = vi.spyOn(listPhotos.response, 'safeParse')
  // Who has waited once is told of scrolls from then on.
  whenStill(() => {})
  window.dispatchEvent(new Event('scroll'))
  // A thumb rests so long between two flicks.
  await later(160)

  const Page = () => {
    const { data } = useGalleryPhotos(galleryId(1), { q: '', set: undefined, number: '', span: undefined })
    return <p>{data?.pages[0]?.items[0]?.title ?? 'none yet'}</p>
  }
  const { container } = renderPage(<Page />)
  await later(30)
  expect(read).not.toHaveBeenCalled()
  await frame()
  expect(read).toHaveBeenCalledOnce()
  expect(container.querySelector('p')?.textContent).toBe('none yet')
  await frame()
  expect(container.querySelector('p')?.textContent).toBe('none yet')
  await frame()
  await later(30)
  expect(container.querySelector('p')?.textContent).toBe(aPhoto(1).title)
  // And nobody waits for a turn any more.
  const next = vi.fn()
  takeTurn(next)
  await frame()
  expect(next).toHaveBeenCalledOnce()
})
