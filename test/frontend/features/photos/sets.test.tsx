import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ChosenPhotos } from '#frontend/features/photos/chosen-photos.tsx'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { api } from '#schema/api/all.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const setOf = (n: number, name: string) => ({ id: SetId.parse(`set_${String(n).padStart(26, '0')}`), name })
const ceremony = setOf(1, 'Ceremony')
const party = setOf(2, 'Party')

const { listMine, putInSet } = api.photos.endpoints
const { arrangeSets } = api.galleries.endpoints

const open = ({ sets = [ceremony, party], photos = [anOwnPhoto(1)], isLocked = false } = {}) => {
  mockEndpoint(listMine, { items: photos })
  const gallery = anOwnGallery(1, { sets })
  renderPage(<ManagePhotos gallery={gallery} isLocked={isLocked} onBack={() => undefined} />, { user: ada })
  return userEvent.setup()
}
const openSets = async (given: Parameters<typeof open>[0] = {}) => {
  const user = open(given)
  await user.click(await screen.findByRole('button', { name: 'Sets' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sets' }))
  const names = () => dialog.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
  return { user, dialog, names, save: () => user.click(dialog.getByRole('button', { name: 'Save sets' })) }
}

test('sets are named, put into order, made and deleted, and saved together', async () => {
  const { requests } = mockEndpoint(arrangeSets, anOwnGallery(1))
  const inSet: OwnPhoto[] = [anOwnPhoto(1, { setId: party.id }), anOwnPhoto(2, { setId: party.id })]
  const { user, dialog, names, save } = await openSets({ photos: inSet })
  expect(await dialog.findByText('2 photos')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Move Party up' }))
  expect(names()).toEqual(['Party', 'Ceremony'])
  // A disabled button would lose the focus.
  const up = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move Party up' })
  const down = dialog.getByRole<HTMLButtonElement>('button', { name: 'Move Ceremony down' })
  for (const end of [up, down]) expect([end.disabled, end.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  await user.click(dialog.getByRole('button', { name: 'Delete Ceremony' }))
  expect(dialog.getByText('“Ceremony” will be deleted. The photos stay in the gallery.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Add a set' }))
  await user.type(dialog.getByLabelText('Name of set 2'), 'Fireworks')
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([
    { version: anOwnGallery(1).version, sets: [party, { id: null, name: 'Fireworks' }] },
  ])
})

test('a set without a name, and one called like another, is said where it stands, and nothing is sent', async () => {
  const { requests } = mockEndpoint(arrangeSets, anOwnGallery(1))
  const { user, dialog, save } = await openSets()
  await user.clear(dialog.getByLabelText('Name of set 1'))
  await save()
  expect(await dialog.findByText('Please give the set a name.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Name of set 1'), 'party')
  await save()
  expect((await dialog.findByRole('alert')).textContent).toBe('Please give each set a name of its own.')
  expect(requests).toEqual([])
})

test('sets that were changed elsewhere are brought together with what was typed, and saved again as they are now', async () => {
  const [dinner, dance, fireworks] = [setOf(3, 'Dinner'), setOf(4, 'Dance'), setOf(5, 'Fireworks')]
  const current = anOwnGallery(1, { version: 2, sets: [ceremony, { ...party, name: 'After dark' }, fireworks] })
  mockEndpoint(arrangeSets, { refuse: 'changed_meanwhile', details: { current } })
  const { user, dialog, names, save } = await openSets({ sets: [ceremony, party, dinner, dance] })
  await user.type(dialog.getByLabelText('Name of set 1'), ' at noon')
  await user.type(dialog.getByLabelText('Name of set 3'), ' outside')
  await save()
  expect(await toastOf('Sets not saved')).toMatchObject({
    kind: 'destructive',
    description: expect.stringContaining('Nothing that you typed is lost'),
  })
  // The third was deleted elsewhere and is made anew, since it was renamed here; the fourth is gone.
  const together = ['Ceremony at noon', 'After dark', 'Dinner outside', 'Fireworks']
  await waitFor(() => expect(names()).toEqual(together))
  expect(dialog.queryByText(/will be deleted/)).toBeNull()
  const { requests } = mockEndpoint(arrangeSets, current)
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const ids = [ceremony.id, party.id, null, fireworks.id]
  expect(requests.map(({ body }) => body)).toEqual([
    { version: 2, sets: together.map((name, place) => ({ id: ids[place], name })) },
  ])
})

test.each([
  [
    'that was made elsewhere is kept where no set was moved here',
    false,
    ['Fireworks', 'Party', 'Late', 'Ceremony at noon', 'Rings'],
  ],
  ['that was made here is kept', true, ['Ceremony at noon', 'Rings', 'Party', 'Late', 'Fireworks']],
])('an order %s', async (_, isMovedHere, together) => {
  const [dinner, fireworks] = [setOf(3, 'Dinner'), setOf(5, 'Fireworks')]
  const current = anOwnGallery(1, { version: 2, sets: [fireworks, party, ceremony] })
  mockEndpoint(arrangeSets, { refuse: 'changed_meanwhile', details: { current } })
  const sets = isMovedHere ? [party, ceremony, dinner] : [ceremony, dinner, party]
  const { user, dialog, names, save } = await openSets({ sets })
  const add = async (after: string, name: string) => {
    await user.click(dialog.getByRole('button', { name: 'Add a set' }))
    const place = names().length
    await user.type(dialog.getByLabelText(`Name of set ${place}`), name)
    for (let at = place; names()[at - 2] !== after; at -= 1)
      await user.click(dialog.getByRole('button', { name: `Move ${name} up` }))
  }
  await user.type(dialog.getByDisplayValue('Ceremony'), ' at noon')
  if (isMovedHere) await user.click(dialog.getByRole('button', { name: 'Move Ceremony at noon up' }))
  // Neither a set that is deleted nor a new one between them moves the others.
  await user.click(dialog.getByRole('button', { name: 'Delete Dinner' }))
  await add('Ceremony at noon', 'Rings')
  await add('Party', 'Late')
  await save()
  await toastOf('Sets not saved')
  await waitFor(() => expect(names()).toEqual(together))
  const { requests } = mockEndpoint(arrangeSets, current)
  await save()
  await waitFor(() =>
    expect(requests.map(({ body }) => arrangeSets.body.parse(body).sets.map(({ name }) => name))).toEqual([together]),
  )
})

test('a set that is deleted leaves the focus on the next one, and the last one on what adds another', async () => {
  const { user, dialog } = await openSets()
  await user.click(dialog.getByRole('button', { name: 'Delete Ceremony' }))
  expect(document.activeElement).toBe(dialog.getByLabelText('Name of set 1'))
  await user.click(dialog.getByRole('button', { name: 'Delete Party' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Add a set' }))
})

test('the press that adds the last set leaves the focus on its button, which adds no more', async () => {
  const most = limits.gallery.mostSets
  const { user, dialog, names } = await openSets({
    sets: Array.from({ length: most - 1 }, (_, n) => setOf(n + 1, `Set ${n + 1}`)),
  })
  const add = dialog.getByText('Add a set')
  await user.click(add)
  expect(add.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(add)
  await user.click(add)
  expect(names()).toHaveLength(most)
})

const closedByEscape = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('what was done to sets is still there when the dialog is opened again, until Cancel', async () => {
  const { user, dialog, names } = await openSets()
  await user.type(dialog.getByLabelText('Name of set 1'), ' at noon')
  await user.click(dialog.getByRole('button', { name: 'Move Party up' }))
  await user.click(dialog.getByRole('button', { name: 'Add a set' }))
  await user.type(dialog.getByLabelText('Name of set 3'), 'Fireworks')
  const typed = names()
  await closedByEscape(user)
  const reopened = async () => {
    await user.click(screen.getByRole('button', { name: 'Sets' }))
    return within(await screen.findByRole('dialog', { name: 'Sets' }))
  }
  const again = await reopened()
  const namesIn = ({ getAllByRole }: typeof again) =>
    getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
  expect(namesIn(again)).toEqual(typed)
  expect(typed).toEqual(['Party', 'Ceremony at noon', 'Fireworks'])
  expect(again.getByText('What you typed before is still here.')).toBeTruthy()
  await user.click(again.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(namesIn(await reopened())).toEqual(['Ceremony', 'Party'])
})

test('names that were typed before are brought together with sets that were saved elsewhere meanwhile', async () => {
  const { user, dialog } = await openSets()
  await user.type(dialog.getByLabelText('Name of set 1'), ' at noon')
  await closedByEscape(user)
  cleanup()
  const { requests } = mockEndpoint(arrangeSets, anOwnGallery(1))
  const fireworks = setOf(5, 'Fireworks')
  const later = await openSets({ sets: [ceremony, { ...party, name: 'After dark' }, fireworks] })
  expect(later.names()).toEqual(['Ceremony at noon', 'After dark', 'Fireworks'])
  expect(later.dialog.queryByText(/will be deleted/)).toBeNull()
  await later.save()
  await waitFor(() =>
    expect(requests.map(({ body }) => arrangeSets.body.parse(body).sets.map(({ id }) => id))).toEqual([
      [ceremony.id, party.id, fireworks.id],
    ]),
  )
})

test('chosen photos are moved to a set, as many at once as the server takes', async () => {
  const many = Array.from({ length: limits.gallery.movedAtOnce + 1 }, (_, n) => anOwnPhoto(n + 1))
  const move = mockEndpoint(putInSet, { items: [anOwnPhoto(1)] })
  const nothing = () => undefined
  let done = 0
  renderPage(
    <ChosenPhotos
      photos={many}
      gallery={anOwnGallery(1, { sets: [ceremony, party] })}
      of={many.length}
      isMore={false}
      isLoading={false}
      isLocked={false}
      onAll={nothing}
      onNone={nothing}
      onDone={(ids) => {
        done += ids.length
      }}
    />,
    { user: ada },
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Move to set' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to set' }))
  await user.selectOptions(dialog.getByLabelText('Set'), 'Party')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(move.requests).toHaveLength(2))
  const bodies = move.requests.map(({ body }) => putInSet.body.parse(body))
  expect(bodies.map(({ setId, photoIds }) => [setId, photoIds.length])).toEqual([
    [party.id, limits.gallery.movedAtOnce],
    [party.id, 1],
  ])
  expect(bodies[0]?.photoIds[0]).toBe(photoId(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Those for the next set are chosen afresh.
  expect(done).toBe(many.length)
})

test('photos leave their sets only where “No set” was chosen', async () => {
  const user = open({ photos: [anOwnPhoto(1, { setId: party.id })] })
  const move = mockEndpoint(putInSet, { items: [anOwnPhoto(1)] })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Photo 1' }))
  await user.click(await screen.findByRole('button', { name: 'Move to set' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to set' }))
  const field = dialog.getByLabelText<HTMLSelectElement>('Set')
  expect(within(field).getAllByRole('option')).toMatchObject(
    ['Choose a set', 'Ceremony', 'Party', 'No set'].map((textContent) => ({ textContent })),
  )
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(dialog.getByText('Please choose a set, or “No set”.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(move.requests).toEqual([])

  await user.selectOptions(field, 'No set')
  expect(dialog.queryByText('Please choose a set, or “No set”.')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await toastOf('1 photo in no set')).toBeDefined()
  expect(move.requests.map(({ body }) => body)).toEqual([{ photoIds: [photoId(1)], setId: null }])
})

test('a photo’s set stands on it; without sets there is nowhere to move to, and without access nothing to change', async () => {
  const user = open({ photos: [anOwnPhoto(1, { setId: party.id })], isLocked: true })
  expect(await screen.findByText('Party')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sets' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Choose Photo 1' }))
  await screen.findByRole('region', { name: 'Chosen photos' })
  expect(screen.queryByRole('button', { name: 'Move to set' })).toBeNull()
})
