import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { still } from '#frontend/ui/still.tsx'

const drawn = vi.fn()
const Frame = still(({ name, children }: { name: string; children?: React.ReactNode }) => {
  drawn(name)
  return <section aria-label={name}>{children}</section>
})

const Page = () => {
  const [count, setCount] = useState(1)
  const [name, setName] = useState('first')
  return (
    <>
      <Frame name={name}>
        <p>{count}</p>
        <Frame name="inner">{count * 10}</Frame>
      </Frame>
      <button type="button" onClick={() => setCount(count + 1)}>
        count
      </button>
      <button type="button" onClick={() => setName('second')}>
        name
      </button>
    </>
  )
}

test('children change without what they stand in, which is drawn anew for something of its own', () => {
  render(<Page />)
  const frame = screen.getByRole('region', { name: 'first' })
  drawn.mockClear()
  fireEvent.click(screen.getByText('count'))
  expect(frame.textContent).toBe('220')
  expect(drawn).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('name'))
  expect(screen.getByRole('region', { name: 'second' })).toBe(frame)
  expect(drawn.mock.calls).toEqual([['second']])
})
