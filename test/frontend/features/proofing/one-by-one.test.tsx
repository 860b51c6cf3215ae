import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { ProofPage } from '#frontend/features/proofing/proof-page.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { ClientProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { aClientSession, aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.proofing
const cardWidth = 300
let at = '/proof/secret'
let nowMs = 0

/** The photo that a strip of cards, one as wide as the screen, has been brought to. */
const shown = () => {
  const list = screen.getByRole('list', { name: 'Photos' })
  return list.querySelectorAll('li')[Math.round(list.scrollLeft / cardWidth)]?.dataset.photo
}
/** Layout is not reckoned here: where cards stand beside each other is told to the page as a browser would. */
const asOnAPhone = () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const computed = getComputedStyle
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) => {
    if (element instanceof HTMLElement && element.hasAttribute('data-strip')) element.style.overflowX = 'auto'
    return computed(element, pseudo)
  })
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const list = this.closest('[data-strip]')
    const place = list && this !== list ? [...list.children].indexOf(this) * cardWidth - list.scrollLeft : 0
    return new DOMRect(place, 0, cardWidth, 500)
  })
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollLeft = to.left ?? 0
  }
}
beforeEach(() => {
  at = '/proof/secret'
  nowMs = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  asOnAPhone()
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

const open = () => {
  const decide = mockEndpoint(endpoints.decide, 'pending')
  renderPage(
    <Routes>
      <Route path="/proof/:token" element={<ProofPage />} />
    </Routes>,
    { at },
  )
  return { user: userEvent.setup(), decide }
}
const setup = (photos: ProofPhoto[], session: Partial<ClientProofSession> = {}) => {
  const counts = { pending: 0, approved: 0, rejected: 0, maybe: 0 }
  for (const { status } of photos) counts[status] += 1
  mockEndpoint(endpoints.get, { session: aClientSession({ counts, ...session }), photos: { items: photos } })
  return open()
}
/** A review whose first page of photos is decided. `answer` brings the second page, of which none is. */
const setupLaterPage = async () => {
  const session = aClientSession({ counts: { pending: 2, approved: 3, rejected: 0, maybe: 0 } })
  const second = Promise.withResolvers<ResponseOf<typeof endpoints.get>>()
  const items = [1, 2, 3].map((n) => aProofPhoto(n, { status: 'approved' }))
  const first = { session, photos: { items, nextCursor: 'two' } }
  mockEndpoint(endpoints.get, ({ query }) => (query.cursor ? second.promise : first))
  const opened = open()
  await approve(1)
  return {
    ...opened,
    list: screen.getByRole('list', { name: 'Photos' }),
    answer: async () => {
      second.resolve({ session, photos: { items: [aProofPhoto(4), aProofPhoto(5)] } })
      await approve(4)
    },
  }
}
const approve = (n: number) => screen.findByRole('button', { name: `Approve Photo ${String(n)}` })

test('a first decision goes on to the next photo that is not decided, and its way back is in reach', async () => {
  const { user } = setup([aProofPhoto(1), aProofPhoto(2, { status: 'maybe' }), aProofPhoto(3), aProofPhoto(4)])

  await user.click(await approve(1))
  expect(shown()).toBe(photoId(3))

  const bar = within(screen.getByRole('region', { name: 'Progress' }))
  expect(bar.getByRole('status').textContent).toBe('2 of 4 left')
  await user.click(bar.getByText('Change last'))
  expect(shown()).toBe(photoId(1))
  expect(bar.queryByText('Change last')).toBeNull()
})

test('a decision that is taken as soon as the page has come counts', async () => {
  nowMs = 100
  const { user } = setup([aProofPhoto(1), aProofPhoto(2)])
  await user.click(await approve(1))
  expect(shown()).toBe(photoId(2))
})

test('the review is taken up where it was left, and each photo says its place', async () => {
  setup([
    aProofPhoto(1, { status: 'approved' }),
    aProofPhoto(2, { status: 'rejected' }),
    aProofPhoto(3),
    aProofPhoto(4),
  ])

  expect(await screen.findByText(/3 of 4/)).toBeDefined()
  expect(shown()).toBe(photoId(3))
})

test('a title of another direction leaves the place beside it as it is', async () => {
  setup([aProofPhoto(1, { title: 'שקיעה' }), aProofPhoto(2)])
  const title = await screen.findByText('שקיעה', { selector: 'bdi' })
  expect(title.parentElement?.textContent).toBe('שקיעה · 1 of 2')
})

test('a photo that comes later and is not decided is led to, and a tap that was meant for another one decides nothing', async () => {
  const { decide, answer } = await setupLaterPage()
  await answer()
  expect(shown()).toBe(photoId(4))

  nowMs += 120
  fireEvent.click(await approve(4))
  nowMs += 400
  fireEvent.click(await approve(5))
  await waitFor(() => expect(decide.requests.map((request) => request.params.photoId)).toEqual([photoId(5)]))
})

test.each([
  ['touched the screen', (list: HTMLElement) => fireEvent.pointerDown(list)],
  ['turned the wheel', (list: HTMLElement) => fireEvent.wheel(list)],
  ['pressed a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
])('whoever %s before it came stays where they are', async (_, touch) => {
  const { list, answer } = await setupLaterPage()
  touch(list)
  list.scrollLeft = cardWidth
  await answer()
  expect(shown()).toBe(photoId(2))
})

test('of a filtered list the next photo takes the focus, and not the second click', async () => {
  at = '/proof/secret?view=all&show=pending'
  const { user } = setup([aProofPhoto(1), aProofPhoto(2), aProofPhoto(3), aProofPhoto(4)])
  await approve(2)
  const shownPhotos = () =>
    screen.getAllByRole('button', { name: /^Open/ }).map(({ ariaLabel, title }) => ariaLabel ?? title)
  const opener = (n: number) => screen.getByRole('button', { name: `Open Photo ${String(n)}` })

  await user.click(await approve(2))
  expect(shownPhotos()).toHaveLength(3)
  expect(document.activeElement).toBe(opener(3))
  await user.click(await approve(3))
  expect(shownPhotos()).toHaveLength(3)

  nowMs += 1_000
  act(() => opener(3).focus())
  fireEvent.keyDown(opener(3), { key: '1', repeat: true })
  expect(shownPhotos()).toHaveLength(3)
  fireEvent.keyDown(opener(3), { key: '1' })
  expect(shownPhotos()).toHaveLength(2)
  expect(document.activeElement).toBe(opener(4))
})

test('of a filtered list the last photo leaves the focus on the one before', async () => {
  at = '/proof/secret?view=all&show=pending'
  const { user } = setup([aProofPhoto(1), aProofPhoto(2)])
  await user.click(await approve(2))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Photo 1' }))
})

test('a decision that replaces another one, or is not taken, stays with its photo', async () => {
  const { user, decide } = setup([aProofPhoto(1, { status: 'approved' }), aProofPhoto(2), aProofPhoto(3)], {
    selectionTarget: 1,
  })
  await approve(2)
  nowMs += 1_000

  await user.click(await approve(2))
  expect(await toastOf('One too many')).toMatchObject({ kind: 'info' })
  expect(shown()).toBe(photoId(2))
  nowMs += 1_000
  await user.click(screen.getByRole('button', { name: 'Reject Photo 1' }))
  expect(await toastOf('Now not chosen')).toMatchObject({ kind: 'info' })
  expect(shown()).toBe(photoId(2))
  expect(decide.requests.map((request) => request.params.photoId)).toEqual([photoId(1)])
})

test('the second tap of a double tap decides no photo that came under the finger', async () => {
  const { decide } = setup([aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)])

  fireEvent.click(await approve(1))
  nowMs += 120
  fireEvent.click(await approve(2))
  nowMs += 400
  fireEvent.click(await approve(3))

  await waitFor(() => expect(decide.requests.map((request) => request.params.photoId)).not.toContain(photoId(2)))
  expect(screen.getByTestId('count-approved').textContent).toBe('2')
})

test('a press on a phone shows all photos below each other', async () => {
  const { user } = setup([aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)])
  const list = await screen.findByRole('list', { name: 'Photos' })
  expect(list.hasAttribute('data-strip')).toBe(true)

  await user.click(screen.getByText('Show all below each other'))

  expect(screen.getByRole('list', { name: 'Photos' }).hasAttribute('data-strip')).toBe(false)
  expect(screen.getByTestId('address').textContent).toBe('/proof/secret?view=all')
  expect(screen.getAllByRole('button', { name: /^Approve Photo/ })).toHaveLength(3)
})

const opener = (n: number) => screen.getByRole('button', { name: `Open Photo ${String(n)}` })
const listed = () =>
  screen.getAllByRole('button', { name: /^Open Photo/ }).map((each) => each.getAttribute('aria-label'))

test('of one status, the photo after the one that left the list is shown, has the focus and takes no second tap', async () => {
  at = '/proof/secret?show=maybe'
  setup([1, 2, 3].map((n) => aProofPhoto(n, { status: 'maybe' })))
  await approve(1)

  fireEvent.click(screen.getByRole('button', { name: 'Reject Photo 1' }))
  expect(shown()).toBe(photoId(2))
  expect(document.activeElement).toBe(opener(2))
  nowMs += 120
  fireEvent.click(screen.getByRole('button', { name: 'Reject Photo 2' }))
  expect(listed()).toEqual(['Open Photo 2', 'Open Photo 3'])
  nowMs += 400
  fireEvent.click(screen.getByRole('button', { name: 'Reject Photo 2' }))
  expect(listed()).toEqual(['Open Photo 3'])
})

test('of those that are not decided no photo is skipped, and the way back leads out of that list', async () => {
  at = '/proof/secret?show=pending'
  const { user } = setup([aProofPhoto(1, { status: 'approved' }), ...[2, 3, 4, 5].map((n) => aProofPhoto(n))])

  await user.click(await approve(2))
  expect(shown()).toBe(photoId(3))
  nowMs += 1_000
  await user.click(await approve(3))
  expect(shown()).toBe(photoId(4))

  await user.click(screen.getByText('Change last'))
  expect(await screen.findByRole('button', { name: 'Open Photo 1' })).toBeDefined()
  expect(screen.getByTestId('address').textContent).toBe('/proof/secret')
  expect(shown()).toBe(photoId(3))
  expect(screen.queryByText('Change last')).toBeNull()
})

test('the last photo of such a list leads on to the first', async () => {
  at = '/proof/secret?show=pending'
  const { user } = setup([aProofPhoto(1), aProofPhoto(2), aProofPhoto(3)])
  await approve(3)
  screen.getByRole('list', { name: 'Photos' }).scrollLeft = 2 * cardWidth

  await user.click(await approve(3))
  expect(shown()).toBe(photoId(1))
  expect(document.activeElement).toBe(opener(1))
})

test('all photos below each other are one press away, and stay where they are when one is decided', async () => {
  at = '/proof/secret?view=all'
  const { user } = setup([aProofPhoto(1), aProofPhoto(2)])

  await user.click(await approve(1))
  expect(screen.queryByText('Change last')).toBeNull()
  await user.click(screen.getByText('Show one at a time'))

  expect(screen.getByText('Show all below each other')).toBeDefined()
})
