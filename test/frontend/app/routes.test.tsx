import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SiteRoutes } from '#frontend/app/routes.tsx'
import { grantOf, keepGrant } from '#frontend/shared/api/grants.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { api } from '#schema/api/all.ts'
import { limits } from '#schema/limits.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { anExpiredProfile } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const ada = { userId: 'u', email: 'ada@example.com' }
const address = () => screen.getByTestId('address').textContent
const links = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link', { hidden: true })
    .map((link) => `${link.textContent ?? ''} ${link.getAttribute('href') ?? ''}`)

test('an address that leads nowhere says so and leads home', async () => {
  renderPage(<SiteRoutes />, { at: '/a/b/c' })

  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
})

test('the bar of a stranger leads to the galleries, the sections, the cart and the sign-in', async () => {
  renderPage(<SiteRoutes />, { at: '/a/b/c' })

  expect(links(screen.getByRole('banner'))).toEqual([
    'Darkslide /',
    'Browse /browse',
    'Home /',
    'Features /#features',
    'FAQ /#faq',
    'Cart, 0 items /cart',
    'Sign In /auth',
    'Start Selling /auth?tab=sign-up',
  ])
})

test('skipping to the content moves the focus, and is no step of the history', async () => {
  renderPage(<SiteRoutes />, { at: '/a/b/c' })
  await screen.findByText('Oops! Page not found')
  const main = screen.getByRole('main')
  main.scrollIntoView = vi.fn()

  const isLeft = fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }))

  expect(isLeft).toBe(false)
  expect(document.activeElement).toBe(main)
  expect(main.scrollIntoView).toHaveBeenCalled()
})

test('the cart’s badge counts its photos', () => {
  const items = [1, 2].map((n) => ({ photo_id: `pho_${String(n)}`, title: 'x', price: 1 }))
  localStorage.setItem(limits.cart.storageKey, JSON.stringify(items))

  renderPage(<SiteRoutes />, { at: '/a/b/c' })

  expect(screen.getByTestId('cart-count').textContent).toBe('2')
  expect(screen.getByRole('link', { name: 'Cart, 2 items' })).toBeTruthy()
})

test('a signed-in photographer finds dashboard, profile and settings, and can sign out, which closes what was opened', async () => {
  mockEndpoint(api.galleries.endpoints.browse, 'pending')
  renderPage(<SiteRoutes />, { at: '/a/b/c', user: ada })
  keepGrant('gal_1', { grant: 'her own', expiresAt: '2999-01-01T00:00:00.000Z' })

  expect((await screen.findByRole('link', { name: 'Dashboard' })).getAttribute('href')).toBe('/dashboard')
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map((entry) => entry.textContent)).toEqual(['Profile', 'Settings', 'Sign Out'])

  // Also news that another page does not take away: the next at this computer is somebody else.
  act(() => toast({ isOfNoPage: true, title: 'Upload failed', description: 'vows.jpg: Please try again.' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }))

  await waitFor(() => expect(screen.getByRole('banner').textContent).toContain('Sign In'))
  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.queryByText('Upload failed')).toBeNull()
  expect(grantOf('gal_1')).toBeUndefined()
})

test('the mobile menu holds the same entries, and Escape closes it', async () => {
  renderPage(<SiteRoutes />, { at: '/a/b/c' })

  await userEvent.click(screen.getByRole('button', { name: 'Open menu', hidden: true }))
  expect(links(screen.getByRole('navigation', { name: 'Site menu', hidden: true }))).toEqual([
    'Browse /browse',
    'Home /',
    'Features /#features',
    'FAQ /#faq',
    'Cart /cart',
    'Sign In /auth',
    'Start Selling /auth?tab=sign-up',
  ])
  await userEvent.keyboard('{Escape}')

  expect(screen.queryByRole('navigation', { name: 'Site menu', hidden: true })).toBeNull()
})

test('signed in, the mobile menu leads to dashboard, profile and settings, and signs out', async () => {
  mockEndpoint(api.galleries.endpoints.browse, 'pending')
  renderPage(<SiteRoutes />, { at: '/a/b/c', user: ada })
  await screen.findByRole('link', { name: 'Dashboard' })

  await userEvent.click(screen.getByRole('button', { name: 'Open menu', hidden: true }))
  const menu = screen.getByRole('navigation', { name: 'Site menu', hidden: true })
  expect(links(menu)).toEqual([
    'Browse /browse',
    'Home /',
    'Features /#features',
    'FAQ /#faq',
    'Cart /cart',
    'Dashboard /dashboard',
    'Profile /profile',
    'Settings /settings',
  ])
  await userEvent.click(within(menu).getByRole('button', { name: 'Sign Out', hidden: true }))

  await waitFor(() => expect(screen.getByRole('banner').textContent).toContain('Sign In'))
})

test.each(['/dashboard', '/upload', '/profile', '/settings'])('%s sends a stranger to sign in', async (at) => {
  renderPage(<SiteRoutes />, { at })

  await waitFor(() => expect(address()).toBe('/auth'))
})

test.each(['/dashboard', '/upload', '/profile', '/settings'])(
  'when the trial is over the dialog opens by itself on %s',
  async (at) => {
    // No uploads can be kept here, which is only logged.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    mockEndpoint(api.profiles.endpoints.me, anExpiredProfile())
    renderPage(<SiteRoutes />, { at, user: ada })

    expect(await screen.findByRole('dialog', { name: 'Trial Expired' })).toBeTruthy()
  },
)

test('the switch turns dark on, off again, and remembers only what differs from the system', async () => {
  renderPage(<SiteRoutes />, { at: '/a/b/c' })
  const root = document.documentElement

  await userEvent.click(screen.getByRole('button', { name: 'Switch to dark' }))
  expect(root.dataset.colorMode).toBe('dark')
  expect(localStorage.getItem('color_mode')).toBe('dark')

  await userEvent.click(screen.getByRole('button', { name: 'Switch to light' }))
  expect(root.dataset.colorMode).toBeUndefined()
  expect(localStorage.getItem('color_mode')).toBeNull()
})
