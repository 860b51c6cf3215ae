import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useBought, useBoughtWhole } from '#frontend/shared/orders/bought-photos.ts'
import { noteBought } from '#frontend/shared/orders/note-bought.ts'
import { anOrderLine } from '#test/support/frontend/an-order.ts'
import { fillStorage } from '#test/support/frontend/full-storage.ts'

const paidAt = '2030-01-01T12:00:00.000Z'
const growsUntil = '2030-01-31T12:00:00.000Z'

/** A photo of gallery "g", where no other is named. */
type Shown = { id: string; galleryId?: string; createdAt?: string; isExcepted?: true; sharedAt?: string }
const Mark = ({ id, galleryId = 'g', createdAt = paidAt, ...photo }: Shown) => (
  <p>
    {id} {useBought({ id, galleryId, createdAt, ...photo }) ?? 'new'}
  </p>
)
const Whole = () => <p>gallery until {useBoughtWhole('g') || 'never'}</p>
type Line = Parameters<typeof noteBought>[0]['items'][number]
const photo = (photoId: string, override: Partial<Line> = {}): Line => ({ ...anOrderLine(1), photoId, ...override })
/** The whole of gallery "g", by its cover "a". */
const whole = (override: Partial<Line> = {}) => photo('a', { kind: 'gallery', galleryId: 'g', growsUntil, ...override })
const note = (...items: Line[]) => act(() => noteBought({ items, paidAt }))
/** The same of an order that this browser has seen before. */
const noteAgain = (...items: Line[]) => act(() => noteBought({ items, paidAt }, false))
const shows = (...texts: string[]) => {
  for (const text of texts) expect(screen.getByText(text)).toBeDefined()
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('what an order brought is marked wherever it is shown, until it is given back', () => {
  render(
    <>
      <Mark id="a" />
      <Mark id="b" />
    </>,
  )
  shows('a new', 'b new')

  note(photo('a'), photo('b'))
  shows('a original', 'b original')

  note(photo('a'), photo('b', { isRefunded: true }))
  shows('a original', 'b new')
})

test('of a gallery that was bought whole each photo that came in time is marked, until its price goes back', () => {
  render(
    <>
      <Mark id="a" />
      <Mark id="b" createdAt="2030-01-31T11:59:59.999Z" />
      <Mark id="c" createdAt={growsUntil} />
      <Mark id="d" galleryId="other" />
      <Whole />
    </>,
  )

  note(whole())
  shows('a original', 'b original', 'c new', 'd new', `gallery until ${growsUntil}`)

  note(whole({ isRefunded: true, growsUntil: null }))
  shows('a new', 'b new', 'c new', 'd new', 'gallery until never')
})

describe('of photos that are kept from earlier buyers only those that were there before the purchase are marked', () => {
  const justBefore = '2030-01-01T11:59:59.999Z'
  beforeEach(
    () =>
      void render(
        <>
          <Mark id="a" createdAt={justBefore} isExcepted />
          <Mark id="b" isExcepted />
          <Mark id="c" />
          <Whole />
        </>,
      ),
  )

  test('where the order grows, until its price goes back', () => {
    note(whole())
    shows('a original', 'b new', 'c original', `gallery until ${growsUntil}`)
    note(whole({ isRefunded: true, growsUntil: null }))
    shows('a new', 'b new', 'c new', 'gallery until never')
  })

  test('where its line is full', () => {
    note(whole({ fileCount: 2_000 }))
    shows('a original', 'b new', 'c new')
  })

  test('where an earlier release noted the order', () => {
    localStorage.setItem('bought_photos', JSON.stringify([`g@${growsUntil}`]))
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'bought_photos' })))
    // When that was paid is not known: a mark too many bars nothing.
    shows('a original', 'b original', 'c original', `gallery until ${growsUntil}`)
  })

  test('and one that was bought alone is marked all the same', () => {
    note(whole(), photo('b'))
    shows('b original')
  })
})

test('of photos whose exception was lifted those are marked that were there before the purchase, or in time', () => {
  const late = growsUntil
  render(
    <>
      <Mark id="a" createdAt="2030-01-01T11:59:59.999Z" sharedAt={late} />
      <Mark id="b" sharedAt="2030-01-31T11:59:59.999Z" />
      <Mark id="c" sharedAt={late} />
      <Mark id="d" sharedAt="2030-01-02T00:00:00.000Z" isExcepted />
    </>,
  )

  note(whole())
  shows('a original', 'b original', 'c new', 'd new')
})

test('a line that is full holds for sure what was there when it was paid, and no more', () => {
  render(
    <>
      <Mark id="a" createdAt="2030-01-01T11:59:59.999Z" />
      <Mark id="b" createdAt={paidAt} />
    </>,
  )

  note(whole({ fileCount: 2_000 }))

  shows('a original', 'b new')
})

test('a Web size is told from an Original, until that is bought for it', () => {
  render(<Mark id="a" />)

  note(photo('a', { as: 'web', hasOriginal: false }))
  shows('a web')

  note(photo('a', { as: 'web', hasOriginal: true }))
  shows('a original')
})

test('an old order of the Web size, opened again, leaves the Original that was bought since', () => {
  const web = photo('a', { as: 'web', hasOriginal: false })
  render(<Mark id="a" />)
  note(web)
  note(photo('a'))

  note(web)
  shows('a original')
  note({ ...web, isRefunded: true })
  shows('a original')
})

test('of a photo that an earlier release noted an old order of the Web size takes nothing away', () => {
  localStorage.setItem('bought_photos', '["a"]')
  render(<Mark id="a" />)

  note(photo('a', { as: 'web', hasOriginal: false }))

  shows('a original')
})

test('an Original that was given back leaves the Web size of another order', () => {
  render(<Mark id="a" />)
  note(photo('a', { as: 'web', hasOriginal: false }))

  note(photo('a', { isRefunded: true }))
  shows('a web')

  note(photo('a', { as: 'web', hasOriginal: false, isRefunded: true }))
  shows('a new')
})

test('an upgrade that was given back leaves its Web size, and that its own order takes back', () => {
  const web = photo('a', { as: 'web', hasOriginal: false })
  render(<Mark id="a" />)
  note(web)
  note(photo('a', { as: 'upgrade' }))
  shows('a original')

  note(photo('a', { as: 'upgrade', isRefunded: true }))
  shows('a web')
  note({ ...web, isRefunded: true })
  shows('a new')
})

test('where a Web size and its upgrade both went back nothing is marked, and an Original of another order stays', () => {
  const web = photo('a', { as: 'web', hasOriginal: false })
  render(<Mark id="a" />)
  note(web)
  note(photo('a', { as: 'upgrade' }))
  note({ ...web, isRefunded: true })
  note(photo('a', { as: 'upgrade', isRefunded: true }))
  shows('a new')

  note(photo('a'))
  note(photo('a', { as: 'upgrade', isRefunded: true }))
  shows('a original')
})

test.each([
  ['before', [photo('a')], [whole()]],
  ['after', [whole()], [photo('a')]],
  ['with', [photo('a'), whole()], []],
])('a cover that was bought alone %s its gallery is marked still when that is given back', (_, first, second) => {
  render(
    <>
      <Mark id="a" />
      <Mark id="b" createdAt="2030-01-01T11:59:59.999Z" />
    </>,
  )
  note(...first)
  note(...second)
  noteAgain(whole())
  shows('a original', 'b original')

  noteAgain(whole({ isRefunded: true, growsUntil: null }))
  shows('a original', 'b new')
  noteAgain(whole({ isRefunded: true, growsUntil: null }))
  shows('a original', 'b new')
})

test('a cover that an earlier release noted for its gallery is noted with the gallery from then on', () => {
  localStorage.setItem('bought_photos', '["a"]')
  render(<Mark id="a" />)

  noteAgain(whole())
  shows('a original')

  noteAgain(whole({ isRefunded: true, growsUntil: null }))
  shows('a new')
})

test('another tab of the browser tells, what was kept before is read, and what cannot be read marks nothing', () => {
  render(<Mark id="c" />)

  localStorage.setItem('bought_photos', '["c"]')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'bought_photos' })))
  shows('c original')

  localStorage.setItem('bought_photos', '{"c":')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'bought_photos' })))
  shows('c new')
})

test('a page of before, which knew ids alone, reads what is kept, and the ids in it', () => {
  note(photo('b'), photo('c', { as: 'web', hasOriginal: false }), whole())

  expect(JSON.parse(localStorage.getItem('bought_photos') ?? '')).toEqual(['b', 'c@web', `g@${growsUntil}@${paidAt}`])
})

test('where the browser keeps nothing, nothing is marked, and that is logged', () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  render(<Mark id="a" />)
  fillStorage()

  note(photo('a'))

  shows('a new')
  expect(warning).toHaveBeenCalledWith('bought_photos_not_kept', expect.anything())
})

test('two thousand are remembered, the latest', () => {
  note(...Array.from({ length: 2_000 }, (_, index) => photo(`old ${String(index)}`)))
  note(photo('last'))
  render(
    <>
      <Mark id="old 0" />
      <Mark id="old 1" />
      <Mark id="last" />
    </>,
  )

  shows('old 0 new', 'old 1 original', 'last original')
})
