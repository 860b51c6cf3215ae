import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GallerySettingsDialog } from '#frontend/features/galleries/own/gallery-settings-dialog.tsx'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { api } from '#schema/api/all.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { update, mine } = api.galleries.endpoints

beforeEach(() => {
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
})

// A dialog's layer goes a moment after it, and takes the next test's dialog for one above it that goes with it.
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
})

const save = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save Settings' }))

const numbered = (more: Parameters<typeof anOwnGallery>[1] = {}) => {
  const gallery = anOwnGallery(1, { numbers: true, photoCount: 1_067, ...more })
  mockEndpoint(mine, { items: [gallery] })
  const { requests } = mockEndpoint(update, { ...gallery, numbers: false })
  const onClose = vi.fn()
  renderPage(<GallerySettingsDialog gallery={gallery} onClose={onClose} />)
  return { requests, onClose, user: userEvent.setup(), title: () => screen.getByLabelText(/^Title/) }
}
const numbers = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Find photos by number/ })
const asked = () => screen.findByRole('alertdialog', { name: 'Forget the numbers that were read?' })
const isOver = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

test('the switch says that photos wait to be read, as long as some do', () => {
  numbered({ hasUnread: true })
  const waits = /^Not all photos of this gallery have been read yet: they wait for their turn, or for a month of yours/
  expect(screen.getByText(waits)).toBeTruthy()
  cleanup()
  numbered()
  expect(screen.queryByText(waits)).toBeNull()
})

test('numbers that are switched off are forgotten once that is agreed to: what they cost again is said before anything is sent', async () => {
  const { user, onClose, requests } = numbered()
  await user.click(numbers())
  await save(user)
  const question = within(await asked())
  expect(question.getByText(/^What was read in this gallery’s photos is forgotten/)).toBeTruthy()
  expect(question.getByText(/counts against the photos of your month once more: up to 1,067 photos\.$/)).toBeTruthy()
  expect(requests).toEqual([])

  await user.click(question.getByRole('button', { name: 'Save and forget' }))

  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(requests.map(({ body }) => body)).toEqual([expect.objectContaining({ numbers: false })])
})

test('numbers that are switched off are kept by a no, and by Escape: the form stands as it was typed, its button has the focus', async () => {
  const { user, onClose, requests, title } = numbered()
  await user.click(numbers())
  await user.type(title(), ' again')
  for (const no of ['{Enter}', '{Escape}']) {
    await save(user)
    const back = within(await asked()).getByRole('button', { name: 'Back to the settings' })
    back.focus()
    await user.keyboard(no)
    await isOver()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save Settings' })))
  }
  expect(title()).toHaveProperty('value', `${anOwnGallery(1).title} again`)
  expect(numbers().checked).toBe(false)
  expect([requests, onClose.mock.calls]).toEqual([[], []])

  await user.click(numbers())
  await save(user)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(requests.map(({ body }) => body)).toEqual([expect.objectContaining({ numbers: true })])
})

test('numbers that are switched off are asked about when the form can be sent', async () => {
  const { user, requests, title } = numbered()
  await user.click(numbers())
  await user.clear(title())
  await save(user)
  expect(await screen.findByText('Please fill in the gallery title.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()

  await user.type(title(), 'Half marathon')
  await save(user)
  await asked()
  expect(requests).toEqual([])
})

test('numbers that are switched off are asked about again where another tab saved meanwhile, and not where it switched them off', async () => {
  const { user, onClose } = numbered()
  const saved = { ...anOwnGallery(1, { numbers: true }), version: 4 }
  const agree = async () => user.click(within(await asked()).getByRole('button', { name: 'Save and forget' }))
  const refused = mockEndpoint(update, { refuse: 'changed_meanwhile', details: { current: saved } })
  await user.click(numbers())
  await save(user)
  await agree()
  expect(await screen.findByText(/^None of these settings was/)).toBeTruthy()
  expect(refused.requests).toHaveLength(1)

  mockEndpoint(update, {
    refuse: 'changed_meanwhile',
    details: { current: { ...saved, version: 5, numbers: false } },
  })
  await save(user)
  await agree()
  expect(await screen.findByText(/^Find photos by number is now off/)).toBeTruthy()

  mockEndpoint(update, { ...saved, version: 6, numbers: false })
  await save(user)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
