import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BrandCard } from '#frontend/features/accounts/brand-card.tsx'
import { useMe } from '#frontend/shared/session/me.ts'
import { api } from '#schema/api/all.ts'
import { paintOf } from '#schema/brand-paint.ts'
import type { Brand } from '#schema/entities/brand.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.profiles
const LoadAnew = () => {
  const { refetch } = useMe()
  return (
    <button type="button" onClick={() => void refetch()}>
      Load anew
    </button>
  )
}
const setup = (brand: Brand | null = null) => {
  mockEndpoint(endpoints.me, anOwnProfile({ brand }))
  renderPage(
    <>
      <BrandCard />
      <LoadAnew />
    </>,
    { user: ada },
  )
  return userEvent.setup()
}
const samples = () => [...screen.getByRole('figure', { name: 'How it will look' }).children]
const paintedIn = (sample: Element | undefined) =>
  sample instanceof HTMLElement ? sample.style.getPropertyValue('--ds-colors-accent-text') : undefined

test('colour and ground are seen while they are chosen, with contrast, and saved together', async () => {
  const user = setup()
  const update = mockEndpoint(endpoints.update, anOwnProfile())
  await user.click(await screen.findByRole('switch', { name: /A colour of your own/ }))
  fireEvent.change(screen.getByLabelText('Accent colour'), { target: { value: '#ffff00' } })
  const { light, dark } = paintOf({ accent: '#ffff00', ground: 'visitor', typePair: 'house' })?.shades ?? {}
  expect(samples().map(paintedIn)).toEqual(Array(2).fill(`light-dark(${String(light?.text)},${String(dark?.text)})`))

  await user.selectOptions(screen.getByLabelText('Ground'), 'Dark')
  expect(samples()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Save Brand' }))

  expect(await toastOf('Brand saved')).toBeDefined()
  expect(update.requests.map(({ body }) => body)).toEqual([
    { version: 7, brand: { accent: '#ffff00', ground: 'dark', typePair: 'house' } },
  ])
})

test('what was chosen before stands there, and the site’s own look is no brand', async () => {
  const user = setup({ accent: '#1f5f3f', ground: 'paper', typePair: 'house', logo: null })
  const update = mockEndpoint(endpoints.update, anOwnProfile())
  expect(await screen.findByLabelText('Accent colour')).toHaveProperty('value', '#1f5f3f')
  await user.click(screen.getByRole('switch', { name: /A colour of your own/ }))
  await user.selectOptions(
    screen.getByLabelText('Ground'),
    within(screen.getByLabelText('Ground')).getAllByRole('option')[0] ?? '',
  )
  await user.click(screen.getByRole('button', { name: 'Save Brand' }))
  await waitFor(() => expect(update.requests.map(({ body }) => body)).toEqual([{ version: 7, brand: null }]))
})

test('a brand that another device chose meanwhile is not overwritten by a page of before', async () => {
  const user = setup()
  await user.selectOptions(await screen.findByLabelText('Ground'), 'White')
  const chosenElsewhere = { accent: '#1f5f3f', ground: 'visitor', typePair: 'classic', logo: null } as const
  const me = mockEndpoint(endpoints.me, anOwnProfile({ version: 8, brand: chosenElsewhere }))
  await act(() => void fireEvent.click(screen.getByText('Load anew')))
  await waitFor(() => expect(me.requests.length).toBeGreaterThan(0))
  await screen.findByLabelText('Accent colour')
  const update = mockEndpoint(endpoints.update, anOwnProfile({ version: 9 }))
  await user.click(screen.getByRole('button', { name: 'Save Brand' }))

  await waitFor(() =>
    expect(update.requests.map(({ body }) => body)).toEqual([
      { version: 8, brand: { accent: '#1f5f3f', ground: 'light', typePair: 'classic' } },
    ]),
  )
})

test('a brand that could not be saved says so and stays as it was chosen', async () => {
  const user = setup()
  mockEndpoint(endpoints.update, { refuse: 'changed_meanwhile' })
  await user.selectOptions(await screen.findByLabelText('Ground'), 'White')
  await user.click(screen.getByRole('button', { name: 'Save Brand' }))
  expect(await toastOf('Brand not saved')).toMatchObject({ kind: 'destructive' })
  expect(screen.getByLabelText('Ground')).toHaveProperty('value', 'light')
})

test('typefaces are seen while they are chosen, and saved', async () => {
  const user = setup()
  const update = mockEndpoint(endpoints.update, anOwnProfile())
  await user.selectOptions(await screen.findByLabelText('Typefaces'), 'classic')
  const [sample] = samples()
  expect(sample instanceof HTMLElement && sample.style.getPropertyValue('--ds-fonts-heading')).toMatch(
    /^"EB Garamond",/,
  )
  expect(document.querySelector('form style')?.textContent).toContain('font-family:"Hanken Grotesk"')
  expect(screen.getByText('EB Garamond for titles, Hanken Grotesk for everything else.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save Brand' }))
  await waitFor(() =>
    expect(update.requests.map(({ body }) => body)).toEqual([
      { version: 7, brand: { accent: null, ground: 'visitor', typePair: 'classic' } },
    ]),
  )
})

test('a brand that was not saved is there again when its author comes back, until it is saved', async () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const user = setup()
  await user.click(await screen.findByRole('switch', { name: /A colour of your own/ }))
  fireEvent.change(screen.getByLabelText('Accent colour'), { target: { value: '#1f5f3f' } })
  await user.selectOptions(screen.getByLabelText('Ground'), 'Dark')
  await user.selectOptions(screen.getByLabelText('Typefaces'), 'Classic')
  expect(isAsked()).toBe(true)
  cleanup()

  setup()
  expect(await screen.findByText('What you typed before is still here.')).toBeDefined()
  expect(screen.getByLabelText('Accent colour')).toHaveProperty('value', '#1f5f3f')
  expect(screen.getByLabelText('Ground')).toHaveProperty('value', 'dark')
  expect(screen.getByLabelText('Typefaces')).toHaveProperty('value', 'classic')
  const brand = { accent: '#1f5f3f', ground: 'dark', typePair: 'classic' } as const
  const saved = anOwnProfile({ version: 8, brand: { ...brand, logo: null } })
  const update = mockEndpoint(endpoints.update, saved)
  mockEndpoint(endpoints.me, saved)
  await user.click(screen.getByRole('button', { name: 'Save Brand' }))
  await toastOf('Brand saved')
  expect(update.requests.map(({ body }) => body)).toEqual([{ version: 7, brand }])
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(screen.queryByText('What you typed before is still here.')).toBeNull()
})

test('a brand that was not saved is forgotten where its author starts over', async () => {
  const user = setup({ accent: '#1f5f3f', ground: 'paper', typePair: 'house', logo: null })
  await user.click(await screen.findByRole('switch', { name: /A colour of your own/ }))
  await user.selectOptions(screen.getByLabelText('Ground'), 'Dark')
  cleanup()

  setup({ accent: '#1f5f3f', ground: 'paper', typePair: 'house', logo: null })
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  expect(screen.getByLabelText('Accent colour')).toHaveProperty('value', '#1f5f3f')
  expect(screen.getByLabelText('Ground')).toHaveProperty('value', 'paper')
})

test('a colour that is switched off and on again is the one that was there', async () => {
  const user = setup({ accent: '#1f5f3f', ground: 'paper', typePair: 'house', logo: null })
  const colour = () => screen.queryByLabelText('Accent colour')
  const press = () => user.click(screen.getByRole('switch', { name: /A colour of your own/ }))
  await screen.findByLabelText('Accent colour')
  fireEvent.change(screen.getByLabelText('Accent colour'), { target: { value: '#204080' } })
  await press()
  expect(colour()).toBeNull()
  await press()
  expect(colour()).toHaveProperty('value', '#204080')
})
