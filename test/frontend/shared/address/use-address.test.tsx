import { act, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { useAddress, useChosen, useTyped } from '#frontend/shared/address/use-address.ts'
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

const Search = () => {
  const { read, change } = useAddress()
  const [text, setText] = useTyped(read('q'), (q) => change({ q: q.trim() }, { replace: true }))
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link to="/gallery/gal_1">The ridge</Link>
    </>
  )
}

test('a link that is followed right after typing is not taken back when the pause of typing is over', async () => {
  renderPage(<Search />, { at: '/browse' })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Search'), 'fox')

  await user.click(screen.getByRole('link'))

  await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(screen.getByTestId('address').textContent).toBe('/gallery/gal_1')
})

test('a blank between two words is kept while the first of them is searched for', async () => {
  renderPage(<Search />, { at: '/browse' })
  const user = userEvent.setup()
  const field = screen.getByLabelText<HTMLInputElement>('Search')
  await user.type(field, 'wedding ')
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/browse?q=wedding'))

  await user.type(field, 'party')

  expect(field.value).toBe('wedding party')
})

test('what was typed is in the address at once when something is pressed', async () => {
  renderPage(<Search />, { at: '/browse' })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Search'), 'fox')

  await user.click(document.body)

  expect(screen.getByTestId('address').textContent).toBe('/browse?q=fox')
})

const chooser = () => {
  const handedOn = vi.fn()
  const { result, rerender } = renderHook(({ value }) => useChosen(value, handedOn), {
    initialProps: { value: 'ridge' },
  })
  act(() => result.current[1]('harbour'))
  return { handedOn, shown: () => result.current[0], addressSays: (value: string) => rerender({ value }) }
}

test('what is chosen counts before the address says it', () => {
  const { handedOn, shown, addressSays } = chooser()

  expect(shown()).toBe('harbour')
  expect(handedOn).toHaveBeenCalledExactlyOnceWith('harbour')
  addressSays('harbour')
  expect(shown()).toBe('harbour')
})

test('a choice follows an address that changes by itself', () => {
  const { shown, addressSays } = chooser()
  addressSays('harbour')

  addressSays('weir')

  expect(shown()).toBe('weir')
})

test('whoever goes back before a choice is in the address finds what stood there', () => {
  const { shown } = chooser()

  act(() => void dispatchEvent(new PopStateEvent('popstate')))

  expect(shown()).toBe('ridge')
})
