import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteBought, useIsBought } from '#frontend/shared/orders/bought-photos.ts'

const Mark = ({ photoId }: { photoId: string }) => (
  <p>{useIsBought(photoId) ? `${photoId} bought` : `${photoId} new`}</p>
)
const bought = (photoId: string) => ({ photoId, isRefunded: false })

test('what an order brought is marked wherever it is shown, until it is given back', () => {
  render(
    <>
      <Mark photoId="a" />
      <Mark photoId="b" />
    </>,
  )
  expect([screen.getByText('a new'), screen.getByText('b new')]).toHaveLength(2)

  act(() => noteBought([bought('a'), bought('b')]))
  expect([screen.getByText('a bought'), screen.getByText('b bought')]).toHaveLength(2)

  act(() => noteBought([bought('a'), { photoId: 'b', isRefunded: true }]))
  expect([screen.getByText('a bought'), screen.getByText('b new')]).toHaveLength(2)
})

test('another tab of the browser tells, and what cannot be read marks nothing', () => {
  render(<Mark photoId="c" />)

  localStorage.setItem('bought_photos', '["c"]')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'bought_photos' })))
  expect(screen.getByText('c bought')).toBeDefined()

  localStorage.setItem('bought_photos', '{"c":')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'bought_photos' })))
  expect(screen.getByText('c new')).toBeDefined()
})

test('two thousand are remembered, the latest', () => {
  noteBought(Array.from({ length: 2_000 }, (_, index) => bought(`old ${String(index)}`)))
  noteBought([bought('last')])
  render(
    <>
      <Mark photoId="old 0" />
      <Mark photoId="old 1" />
      <Mark photoId="last" />
    </>,
  )

  for (const text of ['old 0 new', 'old 1 bought', 'last bought']) expect(screen.getByText(text)).toBeDefined()
})
