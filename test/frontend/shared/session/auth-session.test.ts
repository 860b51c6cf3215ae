import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type AuthClient, createAuthSession, type SessionUser } from '#frontend/shared/session/auth-session.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'

const ada: SessionUser = { userId: 'u', email: 'ada@example.com' }

const setup = ({ isStored = true, user = ada }: { isStored?: boolean; user?: SessionUser | undefined } = {}) => {
  const client = fakeAuthClient(user, { accessToken: async () => 'token' })
  const load = vi.fn(async () => client)
  const session = createAuthSession({ hasStoredSession: () => isStored, load })
  return { session, load, tell: client.tell }
}

test('a stranger never loads the identity library', async () => {
  const { session, load } = setup({ isStored: false })

  session.start()

  expect(session.snapshot()).toEqual({ loading: false })
  expect(await session.accessToken()).toBeUndefined()
  expect(load).not.toHaveBeenCalled()
})

test('a stored session is loading until it has been opened', async () => {
  const { session } = setup()
  expect(session.snapshot()).toEqual({ loading: true })

  session.start()

  await waitFor(() => expect(session.snapshot()).toEqual({ loading: false, user: ada }))
  expect(await session.accessToken()).toBe('token')
})

test('the session follows what the library tells', async () => {
  const { session, tell } = setup()
  await session.open()

  tell({})
  expect(session.snapshot()).toEqual({ loading: false })
  tell({ user: ada })
  expect(session.snapshot()).toEqual({ loading: false, user: ada })
})

test('a library that cannot be loaded is no sign-out, and is tried again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<AuthClient>>().mockRejectedValueOnce(new Error('offline'))
  load.mockResolvedValue(fakeAuthClient(ada))
  const session = createAuthSession({ hasStoredSession: () => true, load })

  session.start()
  await waitFor(() => expect(session.snapshot()).toEqual({ loading: true, unreachable: true }))
  session.start()

  await waitFor(() => expect(session.snapshot()).toEqual({ loading: false, user: ada }))
})

test('a session that cannot be renewed without a connection is asked for again, not given up', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const currentUser = vi.fn<AuthClient['currentUser']>().mockRejectedValueOnce(new Error('NetworkError'))
  currentUser.mockResolvedValue(ada)
  const client = fakeAuthClient(ada, { currentUser })
  const session = createAuthSession({ hasStoredSession: () => true, load: async () => client })

  session.start()
  await waitFor(() => expect(session.snapshot()).toEqual({ loading: true, unreachable: true }))
  session.start()

  await waitFor(() => expect(session.snapshot()).toEqual({ loading: false, user: ada }))
})

test('a stranger whose library cannot be loaded stays a stranger', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<AuthClient>>().mockRejectedValue(new Error('offline'))
  const session = createAuthSession({ hasStoredSession: () => false, load })

  await expect(session.open()).rejects.toThrow('offline')

  expect(session.snapshot()).toEqual({ loading: false })
})

test('a token that cannot be had for want of a connection is an error, not a stranger', async () => {
  const client = fakeAuthClient(ada, { accessToken: async () => Promise.reject(new Error('NetworkError')) })
  const session = createAuthSession({ hasStoredSession: () => true, load: async () => client })

  await expect(session.accessToken()).rejects.toThrow('NetworkError')
})

test('after signing out nobody is signed in', async () => {
  const { session } = setup()
  await session.open()

  await session.signOut()

  expect(session.snapshot()).toEqual({ loading: false })
})

test('asked to sign in again the page stays, until somebody did', async () => {
  const { session, tell } = setup()
  await session.open()

  session.ask()
  expect(session.snapshot()).toEqual({ loading: false, user: ada, ended: true, asked: true })
  tell({ user: ada })

  expect(session.snapshot()).toEqual({ loading: false, user: ada })
})

test('whoever closes that question stays signed in', async () => {
  const { session } = setup()
  await session.open()
  session.ask()

  session.leave()

  await waitFor(() => expect(session.snapshot()).toEqual({ loading: false, user: ada }))
})

test('a wrong password ends the session that was asked about: closing the question leaves nobody signed in', async () => {
  const currentUser = vi.fn<AuthClient['currentUser']>().mockResolvedValueOnce(ada).mockResolvedValue(undefined)
  const load = async () => fakeAuthClient(ada, { currentUser })
  const session = createAuthSession({ hasStoredSession: () => true, load })
  await session.open()
  session.ask()

  session.leave()

  await waitFor(() => expect(session.snapshot()).toEqual({ loading: false }))
})
