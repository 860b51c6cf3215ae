import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LockedGallery } from '#frontend/features/galleries/locked-gallery.tsx'
import { api } from '#schema/api/all.ts'
import { visitorConsent } from '#schema/consent.ts'
import { errors } from '#schema/errors.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { unlock } = api.galleries.endpoints
const grant = { grant: 'signed', expiresAt: '2030-05-01T10:00:00.000Z' }
const show = (...needs: Parameters<typeof LockedGallery>[0]['needs'][number][]) => {
  const onUnlocked = vi.fn(async () => undefined)
  renderPage(<LockedGallery galleryId={galleryId(1)} needs={needs} onUnlocked={onUnlocked} />)
  return { user: userEvent.setup(), onUnlocked }
}
const typeEmail = (value: string) =>
  fireEvent.change(screen.getByLabelText(/^Your email address/), { target: { value } })

test('a gallery that asks who looks opens for an address, without consent to anything else', async () => {
  const opening = mockEndpoint(unlock, grant)
  const { user, onUnlocked } = show('email')
  screen.getByRole('heading', { level: 1, name: 'Leave your email address to see this gallery' })
  expect(screen.queryByLabelText(/Password|Access code/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Open Gallery' })).toHaveProperty('disabled', true)
  typeEmail(' maya@example.com')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))
  await waitFor(() => expect(onUnlocked).toHaveBeenCalledWith(grant))
  expect(opening.requests).toMatchObject([{ body: { email: 'maya@example.com', consent: null } }])
})

test('what refuses an address where nothing else is asked is said on a phone, too', async () => {
  mockEndpoint(unlock, { refuse: 'too_many_requests' })
  const { user } = show('email')
  typeEmail('maya@example.com')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))
  const title = await screen.findByText(errors.too_many_requests[1])
  // What stands at a field, too, is hidden on a phone, and goes as soon as something is typed.
  fireEvent.input(screen.getByLabelText(/^Your email address/), { target: { value: 'maya@example.org' } })
  await act(async () => undefined)
  expect(title.isConnected).toBe(true)
})

test('an address that is none is said at its field before anything is sent', async () => {
  const opening = mockEndpoint(unlock, grant)
  const { user } = show('email')
  typeEmail('maya at example')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))
  await screen.findByText(/^Please enter a valid email address/)
  expect(opening.requests).toEqual([])
})

test('with a code and an address, a wrong code is named at the code, and the address stays', async () => {
  const opening = mockEndpoint(unlock, { refuse: 'invalid_access_code' })
  const { user, onUnlocked } = show('access_code', 'email')
  screen.getByRole('heading', { level: 1, name: 'This gallery is private' })
  await user.type(screen.getByLabelText(/^Access code/), 'NOPE')
  typeEmail('maya@example.com')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))
  await waitFor(() => expect(screen.getByLabelText(/^Access code/).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByLabelText(/^Your email address/).getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>(/^Your email address/).value).toBe('maya@example.com')
  expect(opening.requests).toMatchObject([
    { body: { accessCode: 'NOPE', email: 'maya@example.com', consent: visitorConsent.version } },
  ])
  expect(onUnlocked).not.toHaveBeenCalled()
})

const code = () => screen.getByLabelText<HTMLInputElement>(/^Access code/)
const password = () => screen.getByLabelText<HTMLInputElement>(/^Password/)
const reasonOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-errormessage') ?? '')?.textContent
const isMarked = (field: HTMLElement) => field.getAttribute('aria-invalid') === 'true'
const sentence = 'Please check your access code and your password and try again.'

test.each([
  ['the password', password],
  ['the code', code],
])('which of code and password was wrong is not told: both are marked until %s changes', async (_which, changed) => {
  mockEndpoint(unlock, { refuse: 'invalid_access_code' })
  const { user } = show('access_code', 'password')
  await user.type(code(), 'MAITEJON')
  await user.type(password(), 'bisquit')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  await waitFor(() => expect([isMarked(code()), isMarked(password())]).toEqual([true, true]))
  // What was typed unseen is what is looked at again.
  expect(document.activeElement).toBe(password())
  expect([code(), password()].map(reasonOf)).toEqual([sentence, sentence])
  await user.type(changed(), 'x')

  expect([isMarked(code()), isMarked(password())]).toEqual([false, false])
  expect([code(), password()].map(reasonOf)).toEqual([undefined, undefined])
})

test('what refuses neither code nor password marks neither, and is said on a phone, too', async () => {
  mockEndpoint(unlock, { refuse: 'too_many_requests' })
  const { user } = show('access_code', 'password')
  await user.type(code(), 'MAITEJON')
  await user.type(password(), 'biscuit')
  await user.click(screen.getByRole('button', { name: 'Open Gallery' }))

  const title = await screen.findByText(errors.too_many_requests[1])
  expect([isMarked(code()), isMarked(password())]).toEqual([false, false])
  fireEvent.input(password(), { target: { value: 'biscuits' } })
  await act(async () => undefined)
  expect(title.isConnected).toBe(true)
})
