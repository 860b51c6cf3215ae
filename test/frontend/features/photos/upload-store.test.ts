import { expect, test } from 'vitest'
import type { Claim } from '#frontend/features/photos/claims.ts'
import { itemOf, type KeptItem, keptOf } from '#frontend/features/photos/upload-item.ts'
import { storeOfTab, type UploadStore } from '#frontend/features/photos/upload-store.ts'

const anItem = (name: string): KeptItem =>
  keptOf(itemOf(new File(['x'], name, { lastModified: 1 }), { key: name, price: '15.00', chosenAt: 2 }))

/** What the tabs of one browser share. */
const aBrowser = () => {
  const items = new Map<string, KeptItem>()
  const taken = new Set<string>()
  const shared: UploadStore = {
    load: async () => [...items.values()],
    keep: async (item) => void items.set(item.key, item),
    drop: async (key) => void items.delete(key),
  }
  const open = (tab: string, onPause = (): void => undefined) => {
    const own: string[] = []
    const claim: Claim = async (name) => {
      if (taken.has(name)) return undefined
      taken.add(name)
      own.push(name)
      return () => void taken.delete(name)
    }
    const close = () => {
      for (const name of own) taken.delete(name)
    }
    return { store: storeOfTab(shared, { tab, claim, pause: async () => onPause() }), close }
  }
  return { items, open }
}
const namesIn = async (store: UploadStore) => (await store.load()).map(({ fileName }) => fileName)

test('what another open tab has on its list is not brought back here, until that tab is closed', async () => {
  const { open } = aBrowser()
  const first = open('first')
  await first.store.keep(anItem('a.jpg'))
  expect(await namesIn(open('second').store)).toEqual([])
  first.close()
  const third = open('third')
  expect(await namesIn(third.store)).toEqual(['a.jpg'])
  expect(await namesIn(open('fourth').store)).toEqual([])
})

test('a tab that is reloaded finds its own list, even if the page before it goes a moment late', async () => {
  const { open } = aBrowser()
  const before = open('before')
  await before.store.keep(anItem('a.jpg'))
  expect(await namesIn(open('after', before.close).store)).toEqual(['a.jpg'])
})

test('what an earlier release kept belongs to no tab', async () => {
  const { items, open } = aBrowser()
  items.set('a', anItem('a.jpg'))
  expect(await namesIn(open('first').store)).toEqual(['a.jpg'])
})

test('what is dropped at once after it was kept stays dropped', async () => {
  const { items, open } = aBrowser()
  const { store } = open('first')
  void store.keep(anItem('a.jpg'))
  await store.drop('a.jpg')
  expect(items.size).toBe(0)
})
