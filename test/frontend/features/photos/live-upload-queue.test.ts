import { expect, test, vi } from 'vitest'
import { uploadApiOf } from '#frontend/features/photos/live-upload-queue.ts'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { authSession, createAuthSession } from '#frontend/shared/session/auth-session.ts'
import { api } from '#schema/api/all.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada } from '#test/support/frontend/own-builders.ts'

const ben = { ...ada, userId: '22222222-2222-4222-8222-222222222222', email: 'ben@example.com' }

test('what one photographer has begun to upload is asked for in nobody else’s name', async () => {
  const client = fakeAuthClient(ada)
  const session = createAuthSession({ hasStoredSession: () => true, load: async () => client })
  vi.spyOn(authSession, 'accessToken').mockImplementation(session.accessToken)
  const looked = mockEndpoint(api.photos.endpoints.findMine, { items: [] })
  const ofAda = uploadApiOf(ada.userId, session)
  await session.open()
  expect(await ofAda.look([photoId(1)])).toEqual([])

  for (const change of [{}, { user: ben }]) {
    client.tell(change)
    expect(codeOf(await ofAda.look([photoId(1)]).catch((thrown: unknown) => thrown))).toBe('unauthenticated')
    expect(codeOf(await ofAda.remove(photoId(1)).catch((thrown: unknown) => thrown))).toBe('unauthenticated')
  }
  expect(looked.requests).toHaveLength(1)

  client.tell({ user: ada })
  expect(await ofAda.look([photoId(1)])).toEqual([])
})
