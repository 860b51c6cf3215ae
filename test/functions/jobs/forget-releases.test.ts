import { expect, test } from 'vitest'
import { forgetReleases } from '#functions/jobs/forget-releases.ts'
import { releaseKey } from '#schema/release.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'

const setup = () => {
  const storage = fakeStorage()
  const put = (key: string, text: string) =>
    storage.put('pages', { key, bytes: Buffer.from(text), contentType: 'text/plain' })
  return {
    put,
    release: async (...names: string[]) => {
      const files = names.map((name) => `assets/${name}`)
      for (const file of files) await put(file, 'code')
      await put(releaseKey, JSON.stringify({ files }))
      return forgetReleases(storage)
    },
    /** Thirty days after the second release, as the bucket's lifecycle has it. */
    forgetOldest: () => storage.forgetVersion('pages', releaseKey),
    hashed: () =>
      storage
        .keys('pages')
        .filter((key) => key.startsWith('assets/'))
        .toSorted(),
    keys: () => storage.keys('pages'),
  }
}

test('a page that was open before a release still finds its files', async () => {
  const { release, hashed } = setup()
  await release('main-1.js', 'cart-1.js')
  await release('main-2.js', 'cart-1.js')
  expect(hashed()).toEqual(['assets/cart-1.js', 'assets/main-1.js', 'assets/main-2.js'])
})

test('once the bucket no longer remembers a release, the files that it alone used go with the next one', async () => {
  const { release, hashed, forgetOldest } = setup()
  await release('main-1.js', 'cart-1.js')
  await release('main-2.js', 'cart-1.js')
  forgetOldest()
  expect(await release('main-3.js', 'cart-1.js')).toBe(1)
  expect(hashed()).toEqual(['assets/cart-1.js', 'assets/main-2.js', 'assets/main-3.js'])
})

test('going back to an earlier release keeps its files for as long as it lives', async () => {
  const { release, hashed, forgetOldest } = setup()
  await release('main-1.js')
  await release('main-2.js')
  await release('main-1.js')
  forgetOldest()
  forgetOldest()
  await release('main-1.js')
  expect(hashed()).toEqual(['assets/main-1.js'])
})

test('nothing else in the bucket is touched, and nothing at all while no list can be read', async () => {
  const { put, release, keys, forgetOldest } = setup()
  for (const key of ['index.html', 'config.json', 'robots.txt']) await put(key, 'page')
  await release('main-1.js')
  forgetOldest()
  expect(await release('main-2.js')).toBe(1)
  expect(keys().toSorted()).toEqual(['assets/main-2.js', 'config.json', 'index.html', 'release.json', 'robots.txt'])

  const unlisted = setup()
  await unlisted.put('assets/main-1.js', 'code')
  expect(await forgetReleases(fakeStorage())).toBe(0)
  expect(unlisted.hashed()).toEqual(['assets/main-1.js'])
})

test('more files than one page of a listing are all looked at', async () => {
  const { release, hashed, forgetOldest } = setup()
  await release(...Array.from({ length: 1_200 }, (_, n) => `old-${n}.js`))
  forgetOldest()
  expect(await release('zzz.js')).toBe(1_200)
  expect(hashed()).toEqual(['assets/zzz.js'])
})
