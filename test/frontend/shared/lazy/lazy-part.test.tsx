import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const setup = (load: () => Promise<{ Greeting: typeof Greeting }>) => {
  const Part = lazyPart(load, (module) => module.Greeting)
  const show = () =>
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <Part name="Ada" />
      </Suspense>,
    )
  return { Part, show }
}

afterEach(cleanup)

test('a part is waited for when it is shown, and is there at once when it was loaded before', async () => {
  const { Part, show } = setup(async () => ({ Greeting }))
  const { unmount } = show()
  expect(screen.getByText('Waiting')).toBeTruthy()
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  unmount()

  await Part.preload()
  show()
  expect(screen.getByText('Hello Ada')).toBeTruthy()
})

test('what leads to a part has it loaded, so that it opens at once', async () => {
  const load = vi.fn(async () => ({ Greeting }))
  const { Part, show } = setup(load)
  const Leading = () => {
    usePrepared(Part)
    return null
  }

  render(<Leading />)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  await load.mock.results[0]?.value
  show()

  expect(screen.getByText('Hello Ada')).toBeTruthy()
})

test('a part that could not be loaded beforehand is asked for again when it is shown', async () => {
  const load = vi.fn(async () => ({ Greeting })).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { Part, show } = setup(load)

  Part.prepare()
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  show()

  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
