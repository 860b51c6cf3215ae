import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { sessionWords } from '#frontend/features/proofing/proof-words.ts'
import { SessionChoice } from '#frontend/features/proofing/session-choice.tsx'
import { ProofingTab } from '#frontend/pages/dashboard/proofing-tab.tsx'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { halfTyped } from '#test/support/frontend/half-typed.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anExpiredProfile, anOwnProfile, anOwnSession, aProofPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { endpoints } = api.proofing
const setup = (sessions: ReturnType<typeof anOwnSession>[] = [], me = anOwnProfile()) => {
  mockEndpoint(api.profiles.endpoints.me, me)
  mockEndpoint(api.galleries.endpoints.mine, { items: [anOwnGallery(1, { title: 'Race day' })] })
  mockEndpoint(endpoints.mine, { items: sessions })
  const user = userEvent.setup()
  renderPage(<ProofingTab />, { user: ada })
  return user
}
const openCreate = async (user: ReturnType<typeof userEvent.setup>) => {
  await screen.findByText('No proof sessions yet')
  await user.click(screen.getByRole('button', { name: 'Create Proof Session' }))
  return within(await screen.findByRole('dialog'))
}

test('how far the sessions were read is in the address, and what was read comes again', async () => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.galleries.endpoints.mine, { items: [] })
  mockEndpoint(endpoints.mine, ({ query }) => {
    const page = Number(query.cursor ?? 1)
    const id = ProofSessionId.parse(`prf_${'0'.repeat(25)}${String(page)}`)
    return {
      items: [anOwnSession({ id, title: `Choice ${String(page)}` })],
      ...(page < 4 && { nextCursor: String(page + 1) }),
    }
  })
  renderPage(<ProofingTab />, { at: '/dashboard?tab=proofing&page=2', user: ada })
  await screen.findByRole('heading', { name: 'Choice 2' })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByRole('heading', { name: 'Choice 3' })
  expect(screen.getByTestId('address').textContent).toBe('/dashboard?tab=proofing&page=3')
  expect(screen.queryByRole('heading', { name: 'Choice 4' })).toBeNull()
})

test('a list that was read far is not read again and again while clients are at work', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.galleries.endpoints.mine, { items: [] })
  const listed = mockEndpoint(endpoints.mine, ({ query }) => {
    const page = Number(query.cursor ?? 1)
    const id = ProofSessionId.parse(`prf_${'0'.repeat(25)}${String(page)}`)
    return {
      items: [anOwnSession({ id, title: `Choice ${String(page)}`, status: 'in_review' })],
      ...(page < 6 && { nextCursor: String(page + 1) }),
    }
  })
  renderPage(<ProofingTab />, { at: '/dashboard?tab=proofing&page=6', user: ada })
  await screen.findByRole('heading', { name: 'Choice 6' })
  expect(listed.requests).toHaveLength(6)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(listed.requests).toHaveLength(6)
  vi.useRealTimers()
})

test.each([
  ['some', ['approved', 'rejected'], '1 sidecar saved', 1],
  ['all', ['pending', 'rejected'], 'Nothing to save', 0],
] as const)('sidecars of what was taken out are not saved, and it is said: %s', async (_, [kept, out], title, zips) => {
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(endpoints.getMine, { session: anOwnSession(), photos: { items: [] } })
  mockEndpoint(endpoints.exportChoice, {
    session: anOwnSession(),
    photos: [
      { ...aProofPhoto(1, { status: kept }), fileName: 'IMG_1.CR2' },
      { ...aProofPhoto(2, { status: out }), fileName: 'IMG_2.CR2', isTakenOut: true },
    ],
  })
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  renderPage(<SessionChoice session={anOwnSession()} onBack={() => undefined} />, { user: ada })
  await userEvent.click(await screen.findByRole('button', { name: 'XMP for Lightroom' }))
  expect(await toastOf(title)).toMatchObject({ description: '1 photo that you took out is left out.' })
  expect(saved).toHaveBeenCalledTimes(zips)
})

test('gallery, title and client email are required', async () => {
  const user = setup()
  const create = mockEndpoint(endpoints.create, 'pending')
  const dialog = await openCreate(user)

  await user.click(dialog.getByRole('button', { name: 'Create Session' }))

  const missing = 'Please fill in all required fields.'
  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description: missing })
  // Beside each of the three fields, and in the toast.
  expect(screen.getAllByText(missing)).toHaveLength(4)
  expect(create.requests).toEqual([])

  await user.type(dialog.getByLabelText(/^Title/), 'Choose two')
  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  // What is mended is no longer complained about, and the toast went with the first letter.
  expect(screen.getAllByText(missing)).toHaveLength(1)
})

test.each([
  ['stopped', /two people reported your mails as unwanted/],
  ['unsubscribed', /this person has unsubscribed from your mails/],
  ['enough', /very many mails were sent today/],
] as const)('a link that was not sent (%s) is to be sent by its photographer, and why is said', async (unsent, why) => {
  const user = setup()
  mockEndpoint(endpoints.create, { session: anOwnSession(), link: 'https://d.example/proof/t', unsent })
  const dialog = await openCreate(user)
  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  await user.type(dialog.getByLabelText(/^Title/), 'Choose two')
  await user.type(dialog.getByLabelText(/^Client Email/), 'client@example.com')
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))
  expect(await screen.findByText(why)).toBeDefined()
  expect(screen.getByText(/Please send the private link yourself/)).toBeDefined()
  expect(screen.queryByText(/We have sent the private link/)).toBeNull()
})

test('who is locked out while making one, as the last payment failed, is told of the card', async () => {
  const user = setup([], anOwnProfile({ trial: { isExpired: false, daysRemaining: 0, isPastDue: true } }))
  mockEndpoint(endpoints.create, { refuse: 'trial_expired' })
  const dialog = await openCreate(user)
  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  await user.type(dialog.getByLabelText(/^Title/), 'Choose two')
  await user.type(dialog.getByLabelText(/^Client Email/), 'client@example.com')
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))
  expect(await toastOf('Payment Failed')).toEqual({
    kind: 'destructive',
    description: 'The last payment failed, so that everything is locked. Please update your card.',
  })
})

test('a created session is said, and its link is copied with one click', async () => {
  const user = setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const create = mockEndpoint(endpoints.create, {
    session: anOwnSession(),
    link: 'https://d.example/proof/t',
    unsent: null,
  })
  const dialog = await openCreate(user)

  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  await user.type(dialog.getByLabelText(/^Title/), ' Choose two ')
  await user.type(dialog.getByLabelText(/^Client Email/), 'client@example.com')
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))

  expect(await toastOf('Success')).toEqual({
    kind: 'success',
    description: 'Proof session created successfully!',
  })
  expect(create.requests[0]?.body).toMatchObject({
    galleryId: galleryId(1),
    clientEmail: 'client@example.com',
    deadlineAt: null,
    selectionTarget: null,
  })
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await toastOf('Link copied!')).toEqual({
    kind: 'success',
    description: 'Proof session link copied to clipboard.',
  })
  expect(write).toHaveBeenCalledWith('https://d.example/proof/t')
})

test('description and deadline are optional, and sent when they are given', async () => {
  const user = setup()
  const create = mockEndpoint(endpoints.create, {
    session: anOwnSession(),
    link: 'https://d.example/proof/t',
    unsent: null,
  })
  const dialog = await openCreate(user)

  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  await user.type(dialog.getByLabelText(/^Title/), 'Choose two')
  await user.type(dialog.getByLabelText(/^Client Email/), 'client@example.com')
  await user.type(dialog.getByLabelText(/^Description/), 'For the album.')
  fireEvent.change(dialog.getByLabelText(/^Deadline/), { target: { value: '2031-05-01T12:00' } })
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))

  await toastOf('Success')
  expect(create.requests[0]?.body).toMatchObject({
    description: 'For the album.',
    deadlineAt: new Date('2031-05-01T12:00').toISOString(),
  })
})

test('a half-typed deadline is refused in both dialogs, and not saved as none', async () => {
  const user = setup([anOwnSession()])
  const create = mockEndpoint(endpoints.create, 'pending')
  const update = mockEndpoint(endpoints.update, 'pending')
  const sentence = 'Please complete this date.'

  await user.click(await screen.findByRole('button', { name: 'Deadline' }))
  const extend = within(await screen.findByRole('dialog'))
  halfTyped(extend.getByLabelText('Open until'))
  await user.click(extend.getByRole('button', { name: 'Save' }))
  expect(await extend.findByText(sentence)).toBeDefined()
  await user.click(extend.getByRole('button', { name: 'Cancel' }))

  await user.click(screen.getByRole('button', { name: 'Create Proof Session' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Proof Session' }))
  halfTyped(dialog.getByLabelText('Deadline'))
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))
  expect(await dialog.findByText(sentence)).toBeDefined()
  expect([...create.requests, ...update.requests]).toEqual([])
})

test.each([
  ['pending', 'Pending', 'neutral'],
  ['in_review', 'In Review', 'accent'],
  ['completed', 'Completed', 'success'],
  ['expired', 'Expired', 'danger'],
] as const)('a session that is %s says “%s”, in the tone %s', async (status, label, tone) => {
  setup([anOwnSession({ status, counts: { pending: 0, approved: 1, rejected: 0, maybe: 0 } })])

  const card = within(await screen.findByRole('article'))
  expect(card.getAllByText(label).length).toBeGreaterThanOrEqual(1)
  expect(sessionWords[status]).toEqual({ label, tone })
})

test('a refused session keeps what was typed', async () => {
  const user = setup()
  mockEndpoint(endpoints.create, { refuse: 'unavailable' })
  const dialog = await openCreate(user)

  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  await user.type(dialog.getByLabelText(/^Title/), 'Choose two')
  await user.type(dialog.getByLabelText(/^Client Email/), 'client@example.com')
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))

  expect(await toastOf('Error creating proof session')).toEqual({
    kind: 'destructive',
    description: 'This is not available right now. Please try again in a moment.',
  })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Choose two')
})

test('a gallery that expires too early is said beside the gallery, and what was typed stays', async () => {
  const user = setup()
  mockEndpoint(endpoints.create, { refuse: 'gallery_expires_first' })
  const dialog = await openCreate(user)

  await user.selectOptions(dialog.getByLabelText(/^Gallery/), galleryId(1))
  await user.type(dialog.getByLabelText(/^Title/), 'Choose two')
  await user.type(dialog.getByLabelText(/^Client Email/), 'client@example.com')
  await user.click(dialog.getByRole('button', { name: 'Create Session' }))

  expect(
    await dialog.findByText('This gallery expires before the deadline. Extend it in its settings first.'),
  ).toBeDefined()
  expect(dialog.getByLabelText(/^Gallery/).getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText<HTMLSelectElement>(/^Gallery/).value).toBe(galleryId(1))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Choose two')
})

test('a deadline after the end of the gallery is refused beside the deadline', async () => {
  const user = setup([anOwnSession()])
  mockEndpoint(endpoints.update, { refuse: 'gallery_expires_first' })
  await user.click(await screen.findByRole('button', { name: 'Deadline' }))
  const dialog = within(await screen.findByRole('dialog'))

  fireEvent.change(dialog.getByLabelText(/^Open until/), { target: { value: '2031-05-01T12:00' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(
    await dialog.findByText('This gallery expires before the deadline. Extend it in its settings first.'),
  ).toBeDefined()
  expect(dialog.getByLabelText(/^Open until/).getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Open until/).value).toBe('2031-05-01T12:00')
})

test('a session of a gallery that has expired is not reopened, and the photographer is told what to do', async () => {
  const user = setup([anOwnSession({ status: 'expired' })])
  mockEndpoint(endpoints.reopen, { refuse: 'gallery_expired' })

  await user.click(await screen.findByRole('button', { name: 'Reopen' }))

  expect(await toastOf('The session was not reopened')).toEqual({
    kind: 'destructive',
    description: 'This gallery has expired. Extend it in its settings first.',
  })
})

test('each session shows its status and counts; a closed one can be reopened', async () => {
  const user = setup([
    anOwnSession({ status: 'completed', counts: { pending: 0, approved: 3, rejected: 1, maybe: 2 } }),
  ])
  const reopen = mockEndpoint(endpoints.reopen, anOwnSession({ status: 'in_review' }))

  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Completed')).toBeDefined()
  for (const text of ['Pending 0', 'Approved 3', 'Rejected 1', 'Maybe 2'])
    expect(card.getByText(text.replace(/ \d$/, '')).textContent).toBe(text)
  await user.click(card.getByRole('button', { name: 'Reopen' }))
  expect(await toastOf('Session reopened')).toEqual({
    kind: 'success',
    description: 'Your client can change the choice again.',
  })

  expect(reopen.requests).toHaveLength(1)
})

test('in a choice of so many, what was left over is not chosen, and nowhere rejected', async () => {
  const chosen = anOwnSession({ selectionTarget: 1, counts: { pending: 0, approved: 1, rejected: 4, maybe: 0 } })
  setup([chosen])
  expect((await screen.findByText('Not chosen')).textContent).toBe('Not chosen 4')
  expect(screen.queryByText('Rejected')).toBeNull()
  cleanup()

  mockEndpoint(endpoints.getMine, { session: chosen, photos: { items: [aProofPhoto(1, { status: 'rejected' })] } })
  renderPage(<SessionChoice session={chosen} onBack={() => undefined} />, { at: '/dashboard', user: ada })
  expect(await screen.findByRole('button', { name: 'Not chosen (4)' })).toBeDefined()
  expect(await screen.findByText('Not chosen')).toBeDefined()
  expect(screen.queryByText(/^Rejected/)).toBeNull()
})

test('sessions that cannot be loaded say so', async () => {
  setup()
  mockEndpoint(endpoints.mine, { refuse: 'too_many_requests' })

  expect(await toastOf('Error')).toEqual({ kind: 'destructive', description: 'Failed to load proof sessions.' })
})

test('what the client chose is looked for on every page before a filter says that nothing is there', async () => {
  const first = { session: anOwnSession(), photos: { items: [aProofPhoto(1)], nextCursor: 'two' } }
  let answer = (_second: ResponseOf<typeof endpoints.getMine>): void => undefined
  const second = new Promise<ResponseOf<typeof endpoints.getMine>>((resolve) => {
    answer = resolve
  })
  const { requests } = mockEndpoint(endpoints.getMine, ({ query }) => (query.cursor ? second : first))
  renderPage(<SessionChoice session={anOwnSession()} onBack={() => undefined} />, {
    at: '/dashboard?show=approved',
    user: ada,
  })
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(screen.queryByText('Nothing here')).toBeNull()

  answer({ session: anOwnSession(), photos: { items: [aProofPhoto(2, { status: 'approved' })] } })

  expect(await screen.findByText('Photo 2')).toBeDefined()
})

test('while a client is at work one item is watched, and photos are read again when one of them has changed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const at = (minute: number) => `2030-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`
  const said = (n: number, status: 'pending' | 'approved', minute: number) => ({
    photoId: photoId(n),
    fileName: `${String(n)}.jpg`,
    title: `Photo ${String(n)}`,
    status,
    clientFeedback: status === 'approved' ? 'This one' : '',
    updatedAt: at(minute),
  })
  const old = (n: number) => aProofPhoto(n, { status: 'pending', updatedAt: at(0) })
  const session = (choiceVersion: number) => anOwnSession({ status: 'in_review', choiceVersion })
  const pages = mockEndpoint(endpoints.getMine, ({ query }) => ({
    session: session(0),
    photos: query.cursor ? { items: [old(2)] } : { items: [old(1)], nextCursor: 'two' },
  }))
  let version = 0
  const standing = mockEndpoint(endpoints.standing, () => session(version))
  const choice = mockEndpoint(endpoints.exportChoice, () => ({
    session: session(version),
    photos: [said(1, 'pending', 0), version === 0 ? said(2, 'pending', 0) : said(2, 'approved', 5)],
  }))
  const list = mockEndpoint(endpoints.mine, { items: [session(0)] })
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.galleries.endpoints.mine, { items: [] })
  renderPage(<ProofingTab />, { at: `/dashboard?session=${anOwnSession().id}`, user: ada })
  await screen.findByText('Photo 2')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.queryByText('“This one”')).toBeNull()
  expect(standing.requests.length).toBeGreaterThanOrEqual(4)
  expect(choice.requests).toHaveLength(1)

  // A word on a photo changes no count.
  version = 1
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(await screen.findByText('“This one”')).toBeDefined()
  vi.useRealTimers()
  expect(pages.requests).toHaveLength(2)
  expect(choice.requests).toHaveLength(2)
  expect(list.requests).toHaveLength(1)
})

test('a photo that was taken out is marked in the choice of its client', async () => {
  const shown = anOwnSession()
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.galleries.endpoints.mine, { items: [] })
  mockEndpoint(endpoints.mine, { items: [shown] })
  mockEndpoint(endpoints.standing, shown)
  const items = [aProofPhoto(1, { isTakenOut: true, status: 'approved' }), aProofPhoto(2, { picture: null })]
  mockEndpoint(endpoints.getMine, { session: shown, photos: { items } })
  mockEndpoint(endpoints.exportChoice, { session: shown, photos: [] })
  renderPage(<ProofingTab />, { at: `/dashboard?session=${shown.id}`, user: ada })
  const mark = await screen.findByText('You took this photo out of the gallery.')
  expect(mark.closest('li')?.textContent).toContain('Photo 1')
})

test('a session is opened by its address where it is on no page of the list that was loaded', async () => {
  const shown = anOwnSession({ title: 'Long ago' })
  const user = userEvent.setup()
  mockEndpoint(api.profiles.endpoints.me, anOwnProfile())
  mockEndpoint(api.galleries.endpoints.mine, { items: [] })
  mockEndpoint(endpoints.mine, ({ query }) =>
    query.cursor
      ? { items: [shown] }
      : { items: [anOwnSession({ id: ProofSessionId.parse(`prf_${'0'.repeat(25)}2`) })], nextCursor: 'older' },
  )
  mockEndpoint(endpoints.standing, shown)
  mockEndpoint(endpoints.getMine, { session: shown, photos: { items: [aProofPhoto(1)] } })
  mockEndpoint(endpoints.exportChoice, { session: shown, photos: [] })
  renderPage(<ProofingTab />, { at: `/dashboard?session=${shown.id}`, user: ada })

  expect(await screen.findByRole('heading', { name: 'Long ago' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'All sessions' }))
  expect(await screen.findByText('1 newest session')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('2 sessions')).toBeDefined()
})

test('photos that came into a session meanwhile are read', async () => {
  let count = 1
  const all = [1, 2].map((n) => aProofPhoto(n))
  const { requests } = mockEndpoint(endpoints.getMine, () => ({
    session: anOwnSession(),
    photos: { items: all.slice(0, count) },
  }))
  mockEndpoint(endpoints.exportChoice, () => {
    count = 2
    return {
      session: anOwnSession(),
      photos: all.map(({ photoId: id, title, status, clientFeedback, updatedAt }) => ({
        photoId: id,
        fileName: `${title}.jpg`,
        title,
        status,
        clientFeedback,
        updatedAt,
      })),
    }
  })
  renderPage(<SessionChoice session={anOwnSession({ status: 'in_review' })} onBack={() => undefined} />, { user: ada })

  expect(await screen.findByText('Photo 2')).toBeDefined()
  expect(requests.length).toBeLessThan(4)
})

test('with an expired trial there is an upgrade prompt instead', async () => {
  setup([], anExpiredProfile())

  expect(await screen.findByRole('button', { name: 'Upgrade Now' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Create Proof Session' })).toBeNull()
})

test('with an expired trial sessions are deleted and links withdrawn, and nothing else is offered', async () => {
  const user = setup([anOwnSession()], anExpiredProfile())
  const remove = mockEndpoint(endpoints.remove, undefined)
  const withdraw = mockEndpoint(endpoints.withdrawLinks, anOwnSession({ linkVersion: 1 }))

  expect(await screen.findByRole('button', { name: 'Upgrade Now' })).toBeDefined()
  const card = within(await screen.findByRole('article'))
  expect(card.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    'View choice',
    'Withdraw links',
    'Delete Choose two',
  ])
  await user.click(card.getByRole('button', { name: 'Withdraw links' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw links' }))
  await waitFor(() => expect(withdraw.requests).toMatchObject([{ body: { linkVersion: 0 } }]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  await user.click(card.getByRole('button', { name: 'Delete Choose two' }))
  await user.click(await screen.findByRole('button', { name: 'Delete session' }))
  await waitFor(() => expect(remove.requests).toHaveLength(1))
})

test('the question over a deleted session ends at once, however long the list takes to be read again', async () => {
  const user = setup([anOwnSession()])
  await user.click(await screen.findByRole('button', { name: 'Delete Choose two' }))
  mockEndpoint(endpoints.remove, undefined)
  mockEndpoint(endpoints.mine, 'pending')
  await user.click(await screen.findByRole('button', { name: 'Delete session' }))

  expect(await toastOf('Session deleted')).toEqual({ kind: 'success', description: 'Choose two' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('links that went to the wrong person are withdrawn, and a new one is copied', async () => {
  const user = setup([anOwnSession({ linkVersion: 3 })])
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const withdraw = mockEndpoint(endpoints.withdrawLinks, anOwnSession({ linkVersion: 4 }))
  mockEndpoint(endpoints.link, { link: 'https://d.example/proof/new' })

  await user.click(await screen.findByRole('button', { name: 'Withdraw links' }))
  await user.click(await screen.findByRole('button', { name: 'Withdraw and copy a new link' }))

  await waitFor(() => expect(write).toHaveBeenCalledWith('https://d.example/proof/new'))
  expect(withdraw.requests).toMatchObject([{ body: { linkVersion: 3 } }])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

describe('a link that the browser does not let us copy once it has come', () => {
  /** As in Safari: only within a press, and not after an answer. */
  const refusing = () =>
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const shown = (dialog: ReturnType<typeof within>) => dialog.findByLabelText('Private link')

  test('is shown to be copied by hand, or by a press of its own', async () => {
    const user = setup([anOwnSession()])
    refusing()
    mockEndpoint(endpoints.link, { link: 'https://d.example/proof/t' })
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy the link' }))
    expect(await shown(dialog)).toHaveProperty('value', 'https://d.example/proof/t')
    expect(await shown(dialog)).toHaveProperty('readOnly', true)
    expect(await toastOf('Link not copied')).toMatchObject({ kind: 'destructive' })

    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(dialog.getByRole('button', { name: 'Copy link' }))
    await toastOf('Link copied!')
    expect(write).toHaveBeenLastCalledWith('https://d.example/proof/t')
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is not lost where those before it were withdrawn', async () => {
    const user = setup([anOwnSession({ linkVersion: 3 })])
    refusing()
    mockEndpoint(endpoints.withdrawLinks, anOwnSession({ linkVersion: 4 }))
    mockEndpoint(endpoints.link, { link: 'https://d.example/proof/new' })
    await user.click(await screen.findByRole('button', { name: 'Withdraw links' }))
    await user.click(await screen.findByRole('button', { name: 'Withdraw and copy a new link' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Copy the link' }))
    expect(await shown(dialog)).toHaveProperty('value', 'https://d.example/proof/new')
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})
