import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'

/** What each drawing was told, in the HTML and then in the page that takes it over. */
const drawn = async (isNeeded?: boolean) => {
  const told: boolean[] = []
  const Page = () => {
    told.push(useHydrated(isNeeded))
    return <p>There</p>
  }
  const root = document.createElement('div')
  root.innerHTML = renderToString(<Page />)
  await act(async () => void hydrateRoot(root, <Page />))
  return told
}

test('false in the HTML and in what takes it over, then true', async () => {
  expect(await drawn()).toEqual([false, false, true])
})

test('where it makes no difference, nothing is drawn again', async () => {
  expect(await drawn(false)).toEqual([false, false])
})
