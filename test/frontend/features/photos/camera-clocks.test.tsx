import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ManagePhotos } from '#frontend/features/photos/manage-photos.tsx'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { aPicture } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada, anOwnPhoto } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { shapesShown } from '#test/support/frontend/shapes-shown.ts'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { cameras, update } = api.galleries.endpoints
const met = [
  { camera: 'Canon EOS R5 1', capturedAt: '2026-05-10T09:00:00', photo: { title: 'Start', picture: null } },
  { camera: 'NIKON Z 9 2', capturedAt: '2026-05-10T10:30:05+02:00', photo: null },
]

const open = async (answer: Parameters<typeof mockEndpoint<typeof cameras>>[1], gallery: Partial<OwnGallery> = {}) => {
  mockEndpoint(api.photos.endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
  mockEndpoint(cameras, answer)
  const race = anOwnGallery(1, { photoOrder: 'captured', ...gallery })
  renderPage(<ManagePhotos gallery={race} isLocked={false} onBack={() => undefined} />, { user: ada })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Camera clocks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Camera clocks' }))
  const camera = async (name: string) => within((await dialog.findByText(name)).closest('li') ?? document.body)
  const save = () => user.click(dialog.getByRole('button', { name: 'Save clocks' }))
  return { user, dialog, camera, save }
}
const typeTime = (camera: ReturnType<typeof within>, value: string) =>
  fireEvent.change(camera.getByLabelText('When it was taken'), { target: { value } })

test('the time of one photo puts its camera right, and the others stay', async () => {
  const { requests } = mockEndpoint(update, anOwnGallery(1))
  const { camera, save } = await open({ cameras: met, isMore: false })
  const [canon, nikon] = [await camera('Canon EOS R5 1'), await camera('NIKON Z 9 2')]
  expect(nikon.getByText('Its clock said 10 May 2026, 10:30:05 when this photo was taken.')).toBeTruthy()
  expect(canon.getByText('This clock was right.')).toBeTruthy()
  typeTime(nikon, '2026-05-10T09:28:04')
  expect(nikon.getByText('All photos of this camera: 1 h 2 min 1 s earlier.')).toBeTruthy()
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([
    { version: anOwnGallery(1).version, clocks: [{ camera: 'NIKON Z 9 2', shiftSeconds: -3_721 }] },
  ])
})

test('the photo of a camera keeps its shape', async () => {
  const upright = { title: 'Finish', picture: aPicture({ width: 1_500, height: 2_000 }) }
  const { camera } = await open({ cameras: met.map((each) => ({ ...each, photo: upright })), isMore: false })
  await camera('Canon EOS R5 1')
  expect(shapesShown(screen.getByRole('dialog'))).toEqual([0.75, 0.75])
})

test('what was corrected before is shown as it is, can be taken back, and cameras that are not told keep theirs', async () => {
  const { requests } = mockEndpoint(update, anOwnGallery(1))
  const clocks = [
    { camera: 'Canon EOS R5 1', shiftSeconds: 90_000 },
    { camera: 'Gone', shiftSeconds: 7 },
  ]
  const { camera, save } = await open({ cameras: met, isMore: true }, { clocks })
  const canon = await camera('Canon EOS R5 1')
  expect(canon.getByText('All photos of this camera: 1 day 1 h later.')).toBeTruthy()
  expect(canon.getByLabelText<HTMLInputElement>('When it was taken').value).toContain('2026-05-11T10:00')
  expect(screen.getByText('There are more cameras than these.')).toBeTruthy()
  typeTime(canon, '2026-05-10T09:00')
  await save()
  await waitFor(() => expect(requests.map(({ body }) => body)).toMatchObject([{ clocks: [clocks[1]] }]))
})

test('a time that is half a century away is refused in words, and what was typed stays', async () => {
  const { requests } = mockEndpoint(update, anOwnGallery(1))
  const { camera, save } = await open({ cameras: met, isMore: false })
  const canon = await camera('Canon EOS R5 1')
  typeTime(canon, '1900-05-10T09:00:00')
  await save()
  expect(await toastOf('Clocks not saved')).toMatchObject({ description: expect.stringContaining('within 50 years') })
  expect(canon.getByLabelText<HTMLInputElement>('When it was taken').value).toContain('1900')
  expect(requests).toEqual([])
})

test('a gallery that was changed meanwhile is not overwritten, and saved again with what was typed', async () => {
  const clocks = [{ camera: 'NIKON Z 9 2', shiftSeconds: 60 }]
  const current = anOwnGallery(1, { version: 2, clocks })
  mockEndpoint(update, { refuse: 'changed_meanwhile', details: { current } })
  const { camera, save } = await open({ cameras: met, isMore: false })
  typeTime(await camera('Canon EOS R5 1'), '2026-05-10T09:00:10')
  await save()
  expect(await toastOf('Clocks not saved')).toMatchObject({
    kind: 'destructive',
    description: expect.stringContaining('Nothing that you typed is lost'),
  })
  expect((await camera('Canon EOS R5 1')).getByText('All photos of this camera: 10 s later.')).toBeTruthy()
  // That clock was not touched here.
  const nikon = await camera('NIKON Z 9 2')
  expect(await nikon.findByText('All photos of this camera: 1 min later.')).toBeTruthy()
  const { requests } = mockEndpoint(update, current)
  await save()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.map(({ body }) => body)).toEqual([
    { version: 2, clocks: [{ camera: 'Canon EOS R5 1', shiftSeconds: 10 }, ...clocks] },
  ])
})

test('times that were typed are still there when the dialog is opened again, until Cancel', async () => {
  const { user, camera } = await open({ cameras: met, isMore: false })
  typeTime(await camera('Canon EOS R5 1'), '2026-05-10T09:00:10')
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const reopened = async () => {
    await user.click(screen.getByRole('button', { name: 'Camera clocks' }))
    return within(await screen.findByRole('dialog', { name: 'Camera clocks' }))
  }
  await user.keyboard('{Escape}')
  await closed()
  const dialog = await reopened()
  expect(await dialog.findByText('All photos of this camera: 10 s later.')).toBeTruthy()
  expect(dialog.getByText('What you typed before is still here.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await closed()
  expect(await (await reopened()).findAllByText('This clock was right.')).toHaveLength(2)
})

test('a time that was typed for another photo of a camera is not taken for this one', async () => {
  const { user, camera } = await open({ cameras: met, isMore: false })
  typeTime(await camera('Canon EOS R5 1'), '2026-05-10T09:00:10')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  cleanup()
  const other = met.map((each) => ({ ...each, capturedAt: '2026-05-10T11:00:00' }))
  const { dialog } = await open({ cameras: other, isMore: false })
  expect(await dialog.findAllByText('This clock was right.')).toHaveLength(2)
})

test('half a time that comes back from a draft is refused at its field, and the clock stays as it was corrected', async () => {
  const { requests } = mockEndpoint(update, anOwnGallery(1))
  const clocks = [{ camera: 'Canon EOS R5 1', shiftSeconds: 90_000 }]
  const { user, camera } = await open({ cameras: met, isMore: false }, { clocks })
  // As the browser reports a time of which one part was deleted.
  typeTime(await camera('Canon EOS R5 1'), '')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Camera clocks' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Camera clocks' }))
  await dialog.findByText('What you typed before is still here.')
  await user.click(dialog.getByRole('button', { name: 'Save clocks' }))
  expect(await dialog.findByText('Please complete this date.')).toBeTruthy()
  const [canon] = dialog.getAllByLabelText('When it was taken')
  await waitFor(() => expect(document.activeElement).toBe(canon))
  expect(screen.queryByText(/within 50 years/)).toBeNull()
  expect(dialog.getAllByText('This clock was right.')).toHaveLength(1)
  expect(requests).toEqual([])
})

test('a gallery whose photos name no camera says so', async () => {
  const { dialog } = await open({ cameras: [], isMore: false })
  expect(await dialog.findByText(/No photo of this gallery says which camera took it/)).toBeTruthy()
})

test('cameras that cannot be told are asked for again', async () => {
  const { user, dialog } = await open({ refuse: 'gallery_not_found' })
  const again = await dialog.findByRole('button', { name: 'Try again' })
  mockEndpoint(cameras, { cameras: met, isMore: false })
  await user.click(again)
  expect(await dialog.findByText('NIKON Z 9 2')).toBeTruthy()
})

test('clocks are offered where photos stand as they were taken, and nowhere else', async () => {
  mockEndpoint(api.photos.endpoints.listMine, { items: [anOwnPhoto(1), anOwnPhoto(2)] })
  renderPage(<ManagePhotos gallery={anOwnGallery(1)} isLocked={false} onBack={() => undefined} />, { user: ada })
  expect(await screen.findByLabelText('Order of photos')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Camera clocks' })).toBeNull()
})
