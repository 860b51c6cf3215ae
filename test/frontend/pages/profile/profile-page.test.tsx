import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ProfilePage } from '#frontend/pages/profile/profile-page.tsx'
import { useMe } from '#frontend/shared/session/me.ts'
import { api } from '#schema/api/all.ts'
import { limits } from '#schema/limits.ts'
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
const setup = (me = anOwnProfile()) => {
  mockEndpoint(endpoints.me, me)
  renderPage(
    <>
      <ProfilePage />
      <LoadAnew />
    </>,
    { at: '/profile', user: ada },
  )
  return userEvent.setup()
}

test('two tabs, and a form with display name, email, bio and website', async () => {
  setup()

  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Profile Settings', 'Sales Analytics'])
  const form = within(await screen.findByRole('form', { name: 'Profile' }))
  for (const label of ['Display Name', 'Email', 'Bio', 'Website URL']) expect(form.getByLabelText(label)).toBeDefined()
})

test('the email is shown and cannot be changed here', async () => {
  setup()

  const email = await screen.findByLabelText<HTMLInputElement>('Email')

  expect(email.readOnly).toBe(true)
  expect(email.value).toBe('ada@example.com')
  const link = screen.getByRole('link', { name: 'Contact support' })
  expect(link.getAttribute('href')).toBe('/contact')
  const hint = document.getElementById(email.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('Email cannot be changed here. Contact support if needed.')
  expect(hint?.contains(link)).toBe(true)
})

test('a profile is saved with its version', async () => {
  const user = setup(anOwnProfile({ bio: 'Old' }))
  const update = mockEndpoint(endpoints.update, anOwnProfile({ websiteUrl: 'https://ada.example/', bio: 'Old' }))

  await user.type(await screen.findByLabelText('Website URL'), 'ada.example')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))

  expect(await screen.findByText('Profile updated')).toBeDefined()
  expect(update.requests.map((request) => request.body)).toEqual([
    { version: 7, displayName: 'Ada', bio: 'Old', websiteUrl: 'ada.example' },
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Website URL').value).toBe('https://ada.example/')
})

describe('a profile that another device changed meanwhile', () => {
  const opened = anOwnProfile({ displayName: 'Ada', bio: 'Old' })
  const refetched = async (news: Partial<typeof opened>) => {
    const me = mockEndpoint(endpoints.me, { ...opened, version: 8, ...news })
    await act(() => void fireEvent.click(screen.getByText('Load anew')))
    await waitFor(() => expect(me.requests.length).toBeGreaterThan(0))
    await act(() => Promise.resolve())
  }
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  const save = async (user: ReturnType<typeof setup>) => {
    const update = mockEndpoint(endpoints.update, { ...opened, version: 9 })
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await screen.findByText('Profile updated')
    return update.requests.map(({ body }) => body)
  }

  test('goes out with what the other device saved', async () => {
    const user = setup(opened)
    await user.type(await screen.findByLabelText('Bio'), 'er')
    await refetched({ displayName: 'Ada Lovelace' })

    await waitFor(() => expect(value('Display Name')).toBe('Ada Lovelace'))
    expect(value('Bio')).toBe('Older')
    expect(await save(user)).toEqual([{ version: 8, displayName: 'Ada Lovelace', bio: 'Older', websiteUrl: '' }])
  })

  test('is not overwritten unasked where both typed', async () => {
    const user = setup(opened)
    await user.type(await screen.findByLabelText('Bio'), 'er')
    await refetched({ bio: 'From the phone' })
    const refused = mockEndpoint(endpoints.update, { refuse: 'changed_meanwhile' })
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))

    expect(await toastOf('Failed to update profile')).toMatchObject({ kind: 'destructive' })
    expect(refused.requests.map(({ body }) => body)).toMatchObject([{ version: 7 }])
    expect(value('Bio')).toBe('Older')
    await act(() => Promise.resolve())
    expect(await save(user)).toMatchObject([{ version: 8, bio: 'Older' }])
  })
})

test('what is typed while a profile is being saved stays', async () => {
  const user = setup(anOwnProfile({ bio: '' }))
  const answer = Promise.withResolvers<ReturnType<typeof anOwnProfile>>()
  mockEndpoint(endpoints.update, () => answer.promise)
  await user.type(await screen.findByLabelText('Website URL'), 'ada.example')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await user.type(screen.getByLabelText('Bio'), 'Mountains')
  answer.resolve(anOwnProfile({ version: 8, websiteUrl: 'https://ada.example/' }))

  expect(await screen.findByText('Profile updated')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Website URL').value).toBe('https://ada.example/')
  expect(screen.getByLabelText<HTMLInputElement>('Bio').value).toBe('Mountains')
})

test('what can be no web address is refused beside its field, and nothing is sent', async () => {
  const user = setup()
  const update = mockEndpoint(endpoints.update, anOwnProfile())

  await user.type(await screen.findByLabelText('Website URL'), 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))

  expect(await screen.findByText('Please enter a web address such as https://example.com.')).toBeDefined()
  expect(update.requests).toEqual([])
})

test('a profile that cannot be saved keeps what was typed', async () => {
  const user = setup()
  mockEndpoint(endpoints.update, { refuse: 'unavailable' })

  await user.type(await screen.findByLabelText('Bio'), 'Mountains')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))

  expect(await toastOf('Failed to update profile')).toMatchObject({ kind: 'destructive' })
  expect(screen.getByLabelText<HTMLInputElement>('Bio').value).toBe('Mountains')
})

test('a profile that cannot be loaded says so', async () => {
  mockEndpoint(endpoints.me, { refuse: 'too_many_requests' })
  renderPage(<ProfilePage />, { at: '/profile', user: ada })

  expect(await screen.findByRole('heading', { name: 'Failed to load profile' })).toBeDefined()
  expect(await toastOf('Failed to load profile')).toMatchObject({ kind: 'destructive' })
})

describe('the gallery page name', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())
  const open = async (me = anOwnProfile()) => {
    mockEndpoint(endpoints.me, me)
    renderPage(<ProfilePage />, { at: '/profile', user: ada })
    return {
      user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
      field: await screen.findByLabelText<HTMLInputElement>('Gallery page name'),
    }
  }
  const pause = () => act(async () => vi.advanceTimersByTimeAsync(limits.pageName.checkDelayMs))

  test('is checked half a second after typing stops, in lower case', async () => {
    const { user, field } = await open()
    const check = mockEndpoint(endpoints.checkPageName, { available: true })

    await user.type(field, 'Ada-Pix')
    expect(check.requests).toEqual([])
    await pause()

    expect(await screen.findByText('Available')).toBeDefined()
    expect(check.requests.map((request) => request.params.name)).toEqual(['ada-pix'])
  })

  test('while it is asked for, it says so', async () => {
    const { user, field } = await open()
    mockEndpoint(endpoints.checkPageName, 'pending')

    await user.type(field, 'ada-pix')
    await pause()

    expect(await screen.findByText('Checking...')).toBeDefined()
    expect(screen.queryByText('Available')).toBeNull()
  })

  test('under 3 characters nothing is asked or said', async () => {
    const { user, field } = await open()
    const check = mockEndpoint(endpoints.checkPageName, { available: true })

    await user.type(field, 'ab')
    await pause()

    expect(check.requests).toEqual([])
    expect(screen.queryByText('Available')).toBeNull()
    expect(screen.queryByText('Checking...')).toBeNull()
  })

  test.each(['-ada', 'ada_x', 'ada-'])('%s breaks the rules, so it is not asked for', async (name) => {
    const { user, field } = await open()
    const check = mockEndpoint(endpoints.checkPageName, { available: true })

    await user.type(field, name)
    await pause()

    expect(await screen.findByText(/Use 3 to 30 lowercase letters/)).toBeDefined()
    expect(check.requests).toEqual([])
  })

  test('one that is taken is not saved', async () => {
    const { user, field } = await open()
    mockEndpoint(endpoints.checkPageName, { available: false })
    const save = mockEndpoint(endpoints.savePageName, anOwnProfile())

    await user.type(field, 'iris')
    await pause()
    await screen.findByText('This gallery page name is already taken.')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await toastOf('Gallery page name unavailable')).toEqual({
      kind: 'destructive',
      description: 'This gallery page name is already taken.',
    })
    expect(save.requests).toEqual([])
  })

  test('one that could not be looked up is unavailable for that reason, not taken, and is not saved', async () => {
    const { user, field } = await open()
    mockEndpoint(endpoints.checkPageName, { refuse: 'too_many_requests' })
    const save = mockEndpoint(endpoints.savePageName, anOwnProfile())

    await user.type(field, 'iris')
    await pause()
    const failed = 'Too many tries. Please wait a little and try again.'
    expect(await screen.findByText(failed)).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    // Nobody knows whether it is taken.
    expect(await toastOf('Gallery page name unavailable')).toEqual({ kind: 'destructive', description: failed })
    expect(screen.queryByText('This gallery page name is already taken.')).toBeNull()
    expect(save.requests).toEqual([])
  })

  test('an empty one is required, and its field is marked until something is typed', async () => {
    const { user, field } = await open()

    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await toastOf('Gallery page name required')).toMatchObject({ kind: 'destructive' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    await user.type(field, 'a')
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
  })

  test('generating needs a display name first', async () => {
    const { user } = await open(anOwnProfile({ displayName: '' }))

    await user.click(screen.getByRole('button', { name: 'Generate' }))

    expect(await toastOf('Missing display name')).toEqual({
      kind: 'destructive',
      description: 'Please set your display name first.',
    })
  })

  test('when none can be made, or the chosen one cannot be saved, the catalogue’s words say so', async () => {
    const { user, field } = await open()
    mockEndpoint(endpoints.generatePageName, { refuse: 'unavailable' })
    mockEndpoint(endpoints.checkPageName, { available: true })
    mockEndpoint(endpoints.savePageName, { refuse: 'changed_meanwhile' })

    await user.click(screen.getByRole('button', { name: 'Generate' }))
    expect(await toastOf('Error generating subdomain')).toMatchObject({ kind: 'destructive' })

    await user.type(field, 'ada-3')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await toastOf('Error saving gallery page name')).toMatchObject({ kind: 'destructive' })
    expect(field.value).toBe('ada-3')
  })

  test('a generated one is saved and can be copied', async () => {
    const { user, field } = await open()
    mockEndpoint(endpoints.generatePageName, { name: 'ada-2' })
    mockEndpoint(endpoints.checkPageName, { available: true })
    const save = mockEndpoint(endpoints.savePageName, anOwnProfile({ subdomain: 'ada-2' }))

    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(field.value).toBe('ada-2'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await toastOf('Gallery page name saved')).toMatchObject({ kind: 'success' })
    expect(save.requests[0]?.body).toEqual({ name: 'ada-2' })
  })

  test('that is set stands as an address that leads there and is copied', async () => {
    const { user } = await open(anOwnProfile({ subdomain: 'ada-2' }))
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()

    const link = await screen.findByRole('link', { name: `${location.host}/ada-2` })
    expect(link.getAttribute('href')).toBe('/ada-2')
    await user.click(screen.getByRole('button', { name: 'Copy' }))

    expect(await toastOf('Copied!')).toMatchObject({ kind: 'success' })
    expect(write).toHaveBeenCalledWith(`${location.origin}/ada-2`)
  })

  test('that is not set stands nowhere as an address', async () => {
    await open(anOwnProfile({ subdomain: null }))

    expect(screen.queryByRole('link', { name: new RegExp(`^${location.host}/`) })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
  })
})
