import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import { api } from '#schema/api/all.ts'
import { paths } from '#schema/paths.ts'
import { demoPhoto, expect, expectSound, expectTypefaces } from './support/market.ts'
import { type Studio, test } from './support/studio.ts'

// A trace reads the previews' blob addresses a second time, which the pages' policy rightly refuses and complaints name.
test.use({ trace: 'off' })

/** A picture that no other is like, of as many bytes as no other has. */
const shot = async (n: number) =>
  sharp(await readFile(demoPhoto('nuthatch.jpg')))
    .resize(900 + n * 8)
    .jpeg({ quality: 80 })
    .toBuffer()

/** A card as it comes out of a camera and through a Mac: twelve photos, three of them under wrong names. */
const card = async (info: TestInfo) => {
  const root = info.outputPath('card')
  await mkdir(join(root, 'DCIM', '101CANON'), { recursive: true })
  for (let n = 1; n <= 9; n += 1)
    await writeFile(join(root, n < 6 ? 'DCIM' : 'DCIM/101CANON', `IMG_${n}.jpg`), await shot(n))
  await writeFile(
    join(root, 'drawing.jpg'),
    await sharp(await shot(10))
      .png()
      .toBuffer(),
  )
  await writeFile(join(root, 'camera.nef'), await shot(11))
  await writeFile(join(root, 'noext'), await shot(12))
  for (const left of ['.DS_Store', 'DCIM/._IMG_1.jpg', 'Thumbs.db']) await writeFile(join(root, left), 'system')
  await writeFile(join(root, 'fuji.raf'), 'FUJIFILMCCD-RAW 0201')
  const numbered = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `IMG_${n}.jpg`)
  return { root, names: [...numbered, 'camera.jpg', 'drawing.png', 'noext.jpg'].sort() }
}

const chooseFolder = async (page: Page, folder: string) => {
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).click()
  await (await asked).setFiles(folder)
}

/** The storage takes so many files; the next are on their way until the function is called that this answers. */
const stopStorageAfter = async (page: Page, files: number) => {
  const { promise: isFree, resolve: goOn } = Promise.withResolvers<void>()
  let taken = 0
  await page.route(
    ({ pathname }) => !pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().method() === 'PUT') {
        taken += 1
        if (taken > files) await isFree
      }
      // Gone with its page, or with the line.
      await route.fallback().catch(() => undefined)
    },
  )
  return goOn
}

/** What the gallery has in the end: names, and how each stands. */
const arrived = async ({ own }: Studio, galleryId: Awaited<ReturnType<Studio['hang']>>['id']) => {
  const { items } = await own.call(api.photos.endpoints.listMine, { params: { galleryId }, query: {} })
  return items.map(({ fileName, state }) => `${fileName} ${state}`).sort()
}

test('a reload in the middle: the same folder again loses nothing, doubles nothing, names all rightly', async ({
  owner,
  studio,
}, info) => {
  test.slow()
  const { root, names } = await card(info)
  const { id } = await studio.hang({ title: `Reloaded ${Date.now()}` })
  const goOn = await stopStorageAfter(owner, 6)
  owner.on('dialog', (dialog) => dialog.accept())
  await owner.goto(`${paths.upload()}?gallery=${id}`)
  await chooseFolder(owner, root)
  await expect(owner.getByText(/fuji\.raf: RAW files are taken as CR2, NEF, ARW and RAW/)).toBeVisible()
  await expect(owner.getByText(/DS_Store|Thumbs|\._IMG/)).toHaveCount(0)
  await owner.getByRole('button', { name: 'Upload 12 Photos' }).click()
  await expect(owner.getByText(/^6 of 12 done/)).toBeVisible({ timeout: 60_000 })

  await owner.reload()
  goOn()
  await expect(owner.getByText('6 photos wait for their files')).toBeVisible()
  await chooseFolder(owner, root)
  await expect(owner.getByText('6 photos can go on')).toBeVisible()
  await expect(owner.getByText('6 photos left out: already in this gallery')).toBeVisible()
  await expectSound(owner)
  await owner.screenshot({ path: info.outputPath('left-out.png') })
  await owner.getByRole('button', { name: 'Upload 6 Photos' }).click()
  await expect(owner.getByText('Upload complete')).toBeVisible({ timeout: 60_000 })

  expect(await arrived(studio, id)).toEqual(names.map((name) => `${name} ready`))

  await owner.reload()
  await chooseFolder(owner, root)
  await expect(owner.getByText('12 photos left out: already in this gallery')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Upload Photos' })).toBeVisible()
})

test('a cut line: nothing fails, one notice, and all goes on by itself', async ({
  owner,
  studio,
  complaints,
}, info) => {
  test.slow()
  const { root, names } = await card(info)
  const { id } = await studio.hang({ title: `Cut ${Date.now()}` })
  const goOn = await stopStorageAfter(owner, 4)
  await owner.goto(`${paths.upload()}?gallery=${id}`)
  await chooseFolder(owner, root)
  await owner.getByRole('button', { name: 'Upload 12 Photos' }).click()
  await expect(owner.getByText(/^4 of 12 done/)).toBeVisible({ timeout: 60_000 })

  await owner.context().setOffline(true)
  goOn()
  await expect(owner.getByText('The upload waits for the connection')).toBeVisible()
  await expect(owner.getByText('Connection lost')).toHaveCount(1)
  await owner.waitForTimeout(12_000)
  await expect(owner.getByText('Failed', { exact: true })).toHaveCount(0)
  await expect(owner.getByText('Upload failed')).toHaveCount(0)
  await owner.screenshot({ path: info.outputPath('offline.png') })

  await owner.context().setOffline(false)
  await expect(owner.getByText('12 of 12 done')).toBeVisible({ timeout: 60_000 })
  await expect(owner.getByText('The upload waits for the connection')).toBeHidden()

  expect(await arrived(studio, id)).toEqual(names.map((name) => `${name} ready`))
  // What the browser itself says of requests without a line.
  const others = complaints.filter((text) => !/Failed to load resource/.test(text))
  complaints.splice(0, complaints.length, ...others)
})

test('a watched folder is sent by itself as photos appear in it', async ({ owner, studio }) => {
  const { id } = await studio.hang({ title: `Watched ${Date.now()}` })
  // The browser's own folder in place of its dialog, which no page can open by itself.
  await owner.addInitScript(() => {
    Object.assign(window, {
      showDirectoryPicker: async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle('card', { create: true }),
    })
  })
  const write = async (name: string, n: number) =>
    owner.evaluate(
      async ([fileName, bytes]) => {
        const root = await navigator.storage.getDirectory()
        const folder = await root.getDirectoryHandle('card', { create: true })
        const file = await (await folder.getFileHandle(fileName, { create: true })).createWritable()
        await file.write(new Uint8Array(bytes))
        await file.close()
      },
      [name, [...(await shot(n))]] as const,
    )
  await owner.goto(`${paths.upload()}?gallery=${id}`)
  await owner.getByRole('button', { name: 'Watch a folder' }).click()
  await expect(owner.getByText('Watching “card”')).toBeVisible()
  await write('first.jpg', 30)
  await expect(owner.getByText('1 of 1 done')).toBeVisible()
  await write('second.jpg', 31)
  await write('third.jpg', 32)
  await expect(owner.getByText('3 of 3 done')).toBeVisible()
  await expectSound(owner)
  await owner.getByRole('button', { name: 'Stop watching' }).click()
  await expect(owner.getByRole('button', { name: 'Watch a folder' })).toBeVisible()
  expect(await arrived(studio, id)).toEqual(['first.jpg ready', 'second.jpg ready', 'third.jpg ready'])
})

test('folders, dropped and chosen, are the same photos once', async ({ owner, studio }, info) => {
  const { root } = await card(info)
  const { id } = await studio.hang({ title: `Dropped ${Date.now()}` })
  await owner.goto(`${paths.upload()}?gallery=${id}`)
  // A real drop of a real folder: the browser itself makes the entries.
  const browser = await owner.context().newCDPSession(owner)
  const drop = async (folder: string) => {
    await expectTypefaces(owner)
    // Where it stands by now: notices come above it.
    const zone = await owner.getByRole('button', { name: /Drop photos here/ }).boundingBox()
    if (!zone) throw new Error('The drop zone is not in view')
    const at = { x: zone.x + zone.width / 2, y: zone.y + zone.height / 2 }
    const data = { items: [], files: [folder], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  // A folder of folders makes sets.
  const wedding = info.outputPath('Maite and Jon')
  for (const [n, part] of ['Ceremony', 'Party'].entries()) {
    await mkdir(join(wedding, part), { recursive: true })
    await writeFile(join(wedding, part, `W_${n}.jpg`), await shot(20 + n))
  }
  await expect(owner.getByLabel('Gallery', { exact: true })).toHaveValue(id)
  await drop(wedding)
  await expect(owner.getByRole('switch', { name: 'Make sets of folders' })).toBeChecked()
  await expect(owner.getByText('Ceremony, Party')).toBeVisible()
  await owner.getByRole('button', { name: 'Upload 2 Photos' }).click()
  await expect(owner.getByText('2 of 2 done')).toBeVisible({ timeout: 60_000 })
  const { sets } = await studio.own.call(api.galleries.endpoints.getMine, { params: { galleryId: id } })
  const { items } = await studio.own.call(api.photos.endpoints.listMine, { params: { galleryId: id }, query: {} })
  const setOf = (fileName: string) => {
    const setId = items.find((photo) => photo.fileName === fileName)?.setId
    return sets.find((set) => set.id === setId)?.name
  }
  expect(sets.map(({ name }) => name)).toEqual(['Ceremony', 'Party'])
  expect(['W_0.jpg', 'W_1.jpg'].map(setOf)).toEqual(['Ceremony', 'Party'])

  // What a camera calls its folders names no part of anything.
  await drop(root)
  await expect(owner.getByRole('button', { name: 'Upload 12 Photos' })).toBeVisible()
  await expect(owner.getByText('IMG_9.jpg', { exact: true })).toBeAttached()
  await expect(owner.getByRole('switch', { name: 'Make sets of folders' })).toBeHidden()

  await chooseFolder(owner, root)
  await expect(owner.getByText('12 duplicates left out')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Upload 12 Photos' })).toBeVisible()
})
