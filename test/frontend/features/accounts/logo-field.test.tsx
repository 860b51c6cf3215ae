import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BrandCard } from '#frontend/features/accounts/brand-card.tsx'
import { api } from '#schema/api/all.ts'
import { type Logo, usualChoice } from '#schema/entities/brand.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { me } = api.profiles.endpoints
const { save, remove } = api.logos.endpoints
const logo: Logo = { name: `${'a'.repeat(22)}/${'b'.repeat(22)}`, width: 800, height: 200 }
const withLogo = anOwnProfile({ brand: { ...usualChoice, logo } })
const file = (bytes: string, name = 'logo.png') => new File([bytes], name, { type: 'image/png' })
const input = () => screen.findByLabelText<HTMLInputElement>('Choose a logo')
const shown = () => [...document.querySelectorAll('figure img')].map((img) => img.getAttribute('src'))

test('a logo is sent when it is chosen, and seen on light and dark', async () => {
  mockEndpoint(me, anOwnProfile({ brand: null }))
  const sent = mockEndpoint(save, withLogo)
  renderPage(<BrandCard />, { user: ada })
  const field = await input()
  expect(shown()).toEqual([])
  mockEndpoint(me, withLogo)
  await userEvent.upload(field, file('the bytes'))

  expect(await toastOf('Logo saved')).toMatchObject({ kind: 'success' })
  expect(sent.requests.map(({ body }) => body)).toEqual([{ image: btoa('the bytes') }])
  await waitFor(() => expect(shown()).toEqual(Array(2).fill(`/logos/${logo.name}.webp`)))
})

test('a file that is refused says why where it was chosen, and one that is too large is not sent', async () => {
  mockEndpoint(me, anOwnProfile({ brand: null }))
  const sent = mockEndpoint(save, {
    refuse: 'invalid_request',
    fields: [{ path: 'image', message: 'SVG drawings are not taken.' }],
  })
  renderPage(<BrandCard />, { user: ada })
  await userEvent.upload(await input(), file('<svg/>'))
  expect(await screen.findByText('SVG drawings are not taken.')).toHaveProperty('role', 'alert')
  await userEvent.upload(await input(), file('a'.repeat(2_097_153)))
  expect(await screen.findByText(/larger than 2 MB/)).toBeDefined()
  expect(sent.requests).toHaveLength(1)
})

test('a logo is taken away', async () => {
  mockEndpoint(me, withLogo)
  const taken = mockEndpoint(remove, anOwnProfile({ brand: null }))
  renderPage(<BrandCard />, { user: ada })
  const button = await screen.findByRole('button', { name: 'Remove Logo' })
  expect(screen.getByRole('button', { name: 'Replace Logo' })).toBeDefined()
  mockEndpoint(me, anOwnProfile({ brand: null }))
  await userEvent.click(button)
  expect(taken.requests).toEqual([])
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove your logo?' }))
  await userEvent.click(question.getByRole('button', { name: 'Remove Logo' }))
  expect(await toastOf('Logo removed')).toMatchObject({ kind: 'success' })
  expect(taken.requests).toHaveLength(1)
  await waitFor(() => expect(shown()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Remove Logo' })).toBeNull()
})
