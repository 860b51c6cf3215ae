import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { FavouritesPage } from '#frontend/features/galleries/favourites-page.tsx'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints

beforeEach(() => sessionStorage.clear())

const setup = ({ isOwn = false } = {}) => {
  mockEndpoint(galleries.get, anOpenGallery())
  mockEndpoint(galleries.likeState, {
    userLiked: false,
    likeCount: 21,
    favourites: [photoId(2), photoId(1)],
    isOwn,
  })
  mockEndpoint(galleries.favourites, { items: [aPhoto(2), aPhoto(1)] })
  renderPage(
    <Routes>
      <Route path={paths.favourites.pattern} element={<FavouritesPage />} />
    </Routes>,
    { at: paths.favourites({ galleryId: galleryId(1) }) },
  )
  return userEvent.setup()
}
const open = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Send to the photographer' }))
  return within(await screen.findByRole('dialog'))
}
const type = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } })

test('what is shown is sent in its order, with name, address and note', async () => {
  const user = setup()
  const send = mockEndpoint(galleries.sendFavourites, { count: 2 })
  const dialog = await open(user)
  await user.click(dialog.getByRole('button', { name: 'Send favourites' }))
  expect(await dialog.findByText('Please fill in your name.')).toBeDefined()
  expect(dialog.getByText('Please fill in your email address.')).toBeDefined()
  expect(send.requests).toEqual([])

  type(dialog.getByLabelText(/^Your name/), 'Maya Osei')
  type(dialog.getByLabelText(/^Your email/), 'Maya@Example.com')
  type(dialog.getByLabelText(/^Note/), 'For the album.')
  await user.click(dialog.getByRole('button', { name: 'Send favourites' }))
  expect(await toastOf('Favourites sent')).toMatchObject({ kind: 'success' })
  expect(send.requests).toMatchObject([
    {
      params: { galleryId: galleryId(1) },
      body: { photoIds: [photoId(2), photoId(1)], name: 'Maya Osei', note: 'For the album.', website: '' },
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what was typed is there again after the dialog was closed or the sending was refused', async () => {
  const user = setup()
  mockEndpoint(galleries.sendFavourites, { refuse: 'too_many_requests' })
  const dialog = await open(user)
  type(dialog.getByLabelText(/^Your name/), 'Maya Osei')
  type(dialog.getByLabelText(/^Your email/), 'maya@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send favourites' }))
  expect(await toastOf('Your favourites were not sent')).toMatchObject({ kind: 'destructive' })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const again = await open(user)
  expect(again.getByLabelText<HTMLInputElement>(/^Your name/).value).toBe('Maya Osei')
})

test('the field for programs is in nobody’s way, and is said where a browser filled it in', async () => {
  const user = setup()
  const send = mockEndpoint(galleries.sendFavourites, { count: 2 })
  const dialog = await open(user)
  const trap = document.querySelector<HTMLInputElement>('input[name=website]')
  expect(trap?.tabIndex).toBe(-1)
  expect(dialog.queryByRole('textbox', { name: /website/i })).toBeNull()
  if (trap) type(trap, 'https://watches.example')
  type(dialog.getByLabelText(/^Your name/), 'Maya Osei')
  type(dialog.getByLabelText(/^Your email/), 'maya@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send favourites' }))
  expect(await dialog.findByText(/A field that nobody sees was filled in/)).toBeDefined()
  expect(send.requests).toEqual([])
})

test('its own photographer sends nothing to themselves, and buys none of it', async () => {
  setup({ isOwn: true })
  expect(await screen.findByRole('button', { name: 'Share' })).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send to the photographer' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Add all to Cart' })).toBeNull()
})
