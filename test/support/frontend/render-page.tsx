import { QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { Providers } from '#frontend/app/providers.tsx'
import { takeFirstData } from '#frontend/shared/api/first-answers.ts'
import {
  type AuthClient,
  authSession,
  createAuthSession,
  type SessionUser,
} from '#frontend/shared/session/auth-session.ts'
import { clearToasts, ToastRegion } from '#frontend/ui/toast.tsx'
import type { FirstData } from '#schema/api/first-answers.ts'
import { fakeAuthClient } from './fake-auth-client.ts'
import './style-props.ts'

/** A session that is decided by the test: `undefined` is a stranger. */
const fakeSession = (user?: SessionUser, client: AuthClient = fakeAuthClient(user)) =>
  createAuthSession({ hasStoredSession: () => user !== undefined, load: async () => client })

const Address = () => {
  const { pathname, search, hash } = useLocation()
  return <output data-testid="address">{`${pathname}${search}${hash}`}</output>
}

type Where = { at?: string; user?: SessionUser; client?: AuthClient; state?: unknown; firstData?: FirstData }

/** Renders a page or routes with everything around them; the current address is in the element `address`. */
export const renderPage = (content: ReactNode, { at = '/', user, client, state, firstData }: Where = {}) => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })
  if (firstData) takeFirstData(queries, firstData, Date.now())
  const session = fakeSession(user, client)
  // Calls take their token from the application's one session.
  if (user) vi.spyOn(authSession, 'accessToken').mockImplementation(session.accessToken)
  return render(
    <Providers queries={queries} session={session}>
      <MemoryRouter initialEntries={[{ ...parsePath(at), state }]}>
        {content}
        <Address />
        <ToastRegion />
      </MemoryRouter>
    </Providers>,
  )
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  clearToasts()
})
