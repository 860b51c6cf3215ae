import { act, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useAddress, useChosen } from '#frontend/shared/address/use-address.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Filters = () => {
  const { read, change } = useAddress()
  const both = () => {
    change({ sort: 'popular' })
    change({ q: 'fox' }, { replace: true })
  }
  return (
    <>
      <button type="button" onClick={both}>
        Both
      </button>
      <button type="button" onClick={() => change({ sort: undefined })}>
        Neither
      </button>
      <p>{`${read('sort')} ${read('q')}`}</p>
    </>
  )
}

test('of two changes before the next rendering neither is lost', async () => {
  renderPage(<Filters />, { at: '/browse?view=list' })

  await userEvent.click(screen.getByRole('button', { name: 'Both' }))

  expect(screen.getByTestId('address').textContent).toBe('/browse?view=list&sort=popular&q=fox')
  expect(screen.getByText('popular fox')).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Neither' }))

  expect(screen.getByTestId('address').textContent).toBe('/browse?view=list&q=fox')
})

test('what is chosen counts before the address says it, and follows an address that changes by itself', () => {
  const hand = vi.fn()
  const { result, rerender } = renderHook(({ value }) => useChosen(value, hand), { initialProps: { value: '' } })

  act(() => result.current[1]('harbour'))
  expect(result.current[0]).toBe('harbour')
  expect(hand).toHaveBeenCalledExactlyOnceWith('harbour')

  rerender({ value: 'harbour' })
  expect(result.current[0]).toBe('harbour')

  rerender({ value: 'ridge' })
  expect(result.current[0]).toBe('ridge')
})
