import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { GalleryPage } from '#frontend/features/galleries/gallery-page.tsx'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { anOpenGallery, aPhoto, galleryId, photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const galleries = api.galleries.endpoints

const open = (search = '') => {
  renderPage(
    <Routes>
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
    </Routes>,
    { at: `/gallery/${galleryId(1)}${search}` },
  )
  return userEvent.setup()
}
const setup = (search?: string) => {
  mockEndpoint(galleries.get, anOpenGallery())
  mockEndpoint(galleries.listPhotos, { items: [aPhoto(1), aPhoto(2)] })
  mockEndpoint(galleries.recordView, { viewCount: 1 })
  mockEndpoint(galleries.likeState, { userLiked: false, likeCount: 21, favourites: [], isOwn: false })
  return open(search)
}

test('a gallery is reported without an account: a reason is asked for, words and address are free to leave out', async () => {
  const user = setup()
  const report = mockEndpoint(galleries.report, undefined)

  await user.click(await screen.findByRole('button', { name: 'Report this gallery' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this gallery' }))
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Please choose what is wrong.')).toBeDefined()
  expect(report.requests).toEqual([])

  await user.selectOptions(dialog.getByLabelText(/^What is wrong/), 'copyright')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))

  expect(await toastOf('Thank you')).toMatchObject({ kind: 'success' })
  expect(report.requests[0]?.body).toEqual({
    galleryId: galleryId(1),
    photoId: null,
    reason: 'copyright',
    text: '',
    email: null,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a photo is reported from where it is seen; what was typed stays when it is not taken', async () => {
  const user = setup(`?photo=${photoId(2)}`)
  const report = mockEndpoint(galleries.report, { refuse: 'too_many_requests' })

  await user.click(await screen.findByRole('button', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this photo' }))
  await user.selectOptions(dialog.getByLabelText(/^What is wrong/), 'privacy')
  await user.type(dialog.getByLabelText(/^Tell us more/), 'My daughter')
  await user.type(dialog.getByLabelText(/^Your email/), 'parent@example.com')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))

  expect(await toastOf('Your report was not sent')).toMatchObject({ kind: 'destructive' })
  expect(dialog.getByDisplayValue('My daughter')).toBeDefined()
  expect(report.requests[0]?.body).toMatchObject({ photoId: photoId(2), email: 'parent@example.com' })
})

test('a gallery that is locked is reported before its lock', async () => {
  mockEndpoint(galleries.get, { state: 'locked', id: galleryId(1), needs: ['password'] })
  open()
  expect(await screen.findByRole('button', { name: 'Report this gallery' })).toBeDefined()
})
