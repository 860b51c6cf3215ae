import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdInput } from '#frontend/app/held-input.ts'
import { preloadPage } from '#frontend/app/preload-page.ts'
import { makeQueries, Providers } from '#frontend/app/providers.tsx'
import { renderFirstView } from '#frontend/app/render-first-view.tsx'
import { SiteRoutes } from '#frontend/app/routes.tsx'
import { createAuthSession } from '#frontend/shared/session/auth-session.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'

let taken: Root | undefined
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  act(() => taken?.unmount())
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

/** The page as its HTML comes, before any script has run. */
const asHtml = async (at: string) => {
  history.replaceState(null, '', at)
  const { html } = await renderFirstView({ path: at, host: 'darkslide.test' }, { at: 0, answers: [] })
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = html
  return root
}

const takeOver = async (root: Element) => {
  const complaints: unknown[] = []
  await preloadPage(location.pathname)
  const session = createAuthSession({ hasStoredSession: () => false, load: async () => fakeAuthClient() })
  const giveBack = holdInput(root)
  await act(async () => {
    taken = hydrateRoot(
      root,
      <Providers queries={makeQueries()} session={session}>
        <BrowserRouter>
          <SiteRoutes />
        </BrowserRouter>
      </Providers>,
      { onRecoverableError: (error) => complaints.push(error) },
    )
    giveBack()
  })
  return complaints
}
const email = () => screen.getByLabelText<HTMLInputElement>(/^Email/)
const password = () => screen.getByLabelText<HTMLInputElement>(/^Password/, { selector: 'input' })

test.each(['/auth', '/auth?tab=sign-up'])(
  '%s: the fields of the HTML are those of the application, and nothing is drawn anew',
  async (at) => {
    const root = await asHtml(at)
    const fields = [...root.querySelectorAll('h1, form, input, button[type=submit]')]
    expect(fields.length).toBeGreaterThan(4)

    expect(await takeOver(root)).toEqual([])

    expect([...root.querySelectorAll('h1, form, input, button[type=submit]')]).toEqual(fields)
  },
)

test('what was typed before the page answered is what is sent', async () => {
  const root = await asHtml('/auth')
  email().value = 'ada@example.com'
  password().value = 'secret'

  await takeOver(root)

  expect([email().value, password().value]).toEqual(['ada@example.com', 'secret'])
  await userEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
  expect([email().value, password().value]).toEqual(['ada@example.com', 'secret'])
})

test('an address that was typed in this tab before is filled in after the page was taken over, and overwrites nothing', async () => {
  sessionStorage.setItem('sign_in_typed', JSON.stringify({ email: 'before@example.com', displayName: 'Ada' }))
  const root = await asHtml('/auth')
  expect(email().value).toBe('')
  expect(await takeOver(root)).toEqual([])
  expect(email().value).toBe('before@example.com')

  act(() => taken?.unmount())
  document.body.replaceChildren()
  const again = await asHtml('/auth')
  email().value = 'now@example.com'
  await takeOver(again)
  expect(email().value).toBe('now@example.com')
})

test('before any script has come, sending the form leads nowhere: no password gets into an address', async () => {
  const root = await asHtml('/auth')
  const forms = [...root.querySelectorAll('form')]

  // A form of this kind outside a dialog does nothing: HTML, "form submission algorithm", "If method is dialog".
  expect(forms.map((form) => [form.getAttribute('method'), form.closest('dialog')])).toEqual([['dialog', null]])
})
