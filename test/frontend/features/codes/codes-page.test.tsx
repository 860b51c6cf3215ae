import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CodesPage } from '#frontend/features/codes/codes-page.tsx'
import { authSession } from '#frontend/shared/session/auth-session.ts'
import { api } from '#schema/api/all.ts'
import { ListedCode } from '#schema/api/codes.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { codes, makeCode, changeCode } = api.orders.endpoints
const { mine } = api.galleries.endpoints

const aCode = (override: Record<string, unknown> = {}) =>
  ListedCode.parse({
    id: 'a'.repeat(64),
    code: 'Summer 10',
    off: { kind: 'percent', percent: 10 },
    isActive: true,
    startsAt: null,
    expiresAt: null,
    maxUses: null,
    uses: 3,
    createdAt: '2030-01-01T10:00:00.000Z',
    galleryId: null,
    galleryTitle: null,
    clientEmail: null,
    minimumPence: 0,
    maxUsesPerEmail: null,
    soldPence: 12_845,
    returnedPence: 500,
    ...override,
  })

beforeEach(() => {
  vi.spyOn(authSession, 'accessToken').mockResolvedValue('token')
})

const open = (...items: ListedCode[]) => {
  mockEndpoint(codes, { items })
  mockEndpoint(mine, { items: [anOwnGallery(1, { title: 'Race day' })] })
  renderPage(<CodesPage />, { at: '/dashboard/codes' })
  return userEvent.setup()
}
const card = (name: string) => screen.findByRole('article', { name })

test('codes are listed with what they take, for whom, their uses and what was sold with them', async () => {
  open(
    aCode(),
    aCode({
      id: 'b'.repeat(64),
      code: 'Wedding',
      off: { kind: 'included', photos: 10 },
      galleryId: galleryId(1),
      galleryTitle: 'Race day',
      clientEmail: 'maite@example.com',
      minimumPence: 5_000,
      maxUses: 5,
      maxUsesPerEmail: 1,
      uses: 1,
      soldPence: 0,
      returnedPence: 0,
    }),
    aCode({ id: 'c'.repeat(64), code: 'Fiver', off: { kind: 'amount', amountPence: 500 } }),
  )
  const summer = within(await card('Summer 10'))
  expect(summer.getByText('10% off')).toBeTruthy()
  expect(summer.getByText('3 uses')).toBeTruthy()
  expect(summer.getByText('£123.45 sold')).toBeTruthy()
  expect(summer.getByText('£5.00 given back, taken off')).toBeTruthy()
  expect(summer.getByText('All galleries')).toBeTruthy()
  const wedding = within(await card('Wedding'))
  expect(wedding.getByText('10 photos included')).toBeTruthy()
  expect(
    await wedding.findByText('Race day · For maite@example.com · From £50.00 of photos · 1 use for each email'),
  ).toBeTruthy()
  expect(wedding.getByText('1 of 5 uses')).toBeTruthy()
  expect(wedding.queryByText(/given back/)).toBeNull()
  expect(within(await card('Fiver')).getByText('£5.00 off')).toBeTruthy()
})

test('without codes the page says what they are for', async () => {
  open()
  expect(await screen.findByText('No codes yet')).toBeTruthy()
})

test('a code is copied as it is written', async () => {
  const user = open(aCode())
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(within(await card('Summer 10')).getByRole('button', { name: 'Copy Summer 10' }))
  expect(write).toHaveBeenCalledWith('Summer 10')
  expect(await screen.findByText('Code copied')).toBeTruthy()
})

test('a code is switched off, and a refusal is said', async () => {
  const user = open(aCode())
  const { requests } = mockEndpoint(changeCode, { refuse: 'code_not_found' })
  await user.click(within(await card('Summer 10')).getByRole('switch', { name: 'Active' }))
  expect(await screen.findByText('There is no such code.')).toBeTruthy()
  expect(requests).toMatchObject([{ params: { codeId: 'a'.repeat(64) }, body: { isActive: false } }])
})

test('a new code is sent with all its terms', async () => {
  const user = open()
  const { requests } = mockEndpoint(makeCode, aCode())
  await user.click(await screen.findByRole('button', { name: 'New Code' }))
  await user.type(await screen.findByLabelText(/^Code/), 'Wedding 10')
  await user.selectOptions(screen.getByLabelText('It takes'), 'included')
  await user.type(screen.getByLabelText(/^Photos included/), '10')
  await user.selectOptions(screen.getByLabelText('For'), galleryId(1))
  await user.type(screen.getByLabelText(/^Client Email/), 'maite@example.com')
  await user.type(screen.getByLabelText(/^Minimum/), '50')
  await user.type(screen.getByLabelText('Uses in all'), '1')
  await user.click(screen.getByRole('button', { name: 'Make Code' }))

  expect(await screen.findByText('Code made')).toBeTruthy()
  expect(requests[0]?.body).toEqual({
    code: 'Wedding 10',
    off: { kind: 'included', photos: 10 },
    galleryId: galleryId(1),
    clientEmail: 'maite@example.com',
    startsAt: null,
    expiresAt: null,
    minimumPence: 5_000,
    maxUses: 1,
    maxUsesPerEmail: null,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a percentage that is none is refused at its field, and a code that is there already is named', async () => {
  const user = open()
  mockEndpoint(makeCode, { refuse: 'code_taken', details: { code: 'Summer 10' } })
  await user.click(await screen.findByRole('button', { name: 'New Code' }))
  await user.type(await screen.findByLabelText(/^Code/), 'summer10')
  await user.click(screen.getByRole('button', { name: 'Make Code' }))
  expect(await screen.findByText('Please enter a whole number from 1 to 100.')).toBeTruthy()
  await user.type(screen.getByLabelText(/^Percent off/), '101')
  await user.click(screen.getByRole('button', { name: 'Make Code' }))
  expect(await screen.findByText('Please enter a whole number from 1 to 100.')).toBeTruthy()

  await user.clear(screen.getByLabelText(/^Percent off/))
  await user.type(screen.getByLabelText(/^Percent off/), '10')
  await user.click(screen.getByRole('button', { name: 'Make Code' }))
  expect(await screen.findByText('You have “Summer 10” already: capitals and blanks make no difference.')).toBeTruthy()
  expect(screen.getByLabelText(/^Code/)).toHaveProperty('value', 'summer10')
})

/** A code is being made, and its dialog was closed meanwhile. */
const leaveWhileMaking = async () => {
  const answer = Promise.withResolvers<ListedCode | { refuse: 'code_taken'; details: { code: string } }>()
  const { requests } = mockEndpoint(makeCode, () => answer.promise)
  const user = open()
  const begin = async (code: string) => {
    await user.click(await screen.findByRole('button', { name: 'New Code' }))
    await user.clear(screen.getByLabelText(/^Code/))
    await user.type(screen.getByLabelText(/^Code/), code)
  }
  await begin('First')
  await user.clear(screen.getByLabelText(/^Percent off/))
  await user.type(screen.getByLabelText(/^Percent off/), '10')
  await user.click(screen.getByRole('button', { name: 'Make Code' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return { answer, begin }
}

test('a code that is refused after its dialog was closed is told of', async () => {
  const { answer } = await leaveWhileMaking()
  answer.resolve({ refuse: 'code_taken', details: { code: 'FIRST' } })
  expect(await toastOf('Code not made')).toMatchObject({
    kind: 'destructive',
    description: 'You have “FIRST” already: capitals and blanks make no difference.',
  })
})

test('the answer to one code does not close the dialog of the next', async () => {
  const { answer, begin } = await leaveWhileMaking()
  await begin('Second')
  answer.resolve(aCode({ code: 'First' }))
  await toastOf('Code made')
  expect(screen.getByLabelText<HTMLInputElement>(/^Code/).value).toBe('Second')
})
