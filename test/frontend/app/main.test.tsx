import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FirstData, firstDataElementId } from '#schema/api/first-answers.ts'
import { firstViews } from '#test/support/frontend/first-views.ts'

const asked = () => vi.mocked(fetch).mock.calls.map(([address]) => String(address))
/** Beside the page itself: likes and visits are asked for by whoever looks, in a session of their own. */
const ofThePage = (address: string) => !/\/(like|views|sessions)$/.test(address)

beforeEach(() => {
  // Answers grow old by the clock, not by how long the application takes to load here.
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.resetModules()
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  )
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    document.head.innerHTML = ''
    document.body.innerHTML = ''
  }
})

/** Runs the application in a page that came with these answers and this in its root. */
const open = async (at: string, answers: FirstData['answers'], drawn: string) => {
  history.replaceState(undefined, '', at)
  document.body.innerHTML = `<div id="root">${drawn}</div><script type="application/json" id="${firstDataElementId}"></script>`
  const data = document.getElementById(firstDataElementId)
  if (data) data.textContent = JSON.stringify({ at: Date.now(), answers })
  await import('#frontend/app/main.tsx')
}

const [, , gallery] = firstViews
const photo = /^Photo 1/

test('a page that is drawn in the browser alone reads the answers in its HTML, and asks for none again', async () => {
  await open(gallery.at, [...gallery.answers], '')
  expect((await screen.findAllByText(photo)).length).toBeGreaterThan(0)
  expect(asked().filter(ofThePage)).toEqual([])
})

test('a page that came as HTML reads them before it is taken over', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  await open(gallery.at, [...gallery.answers], '<main>Drawn</main>')
  expect((await screen.findAllByText(photo)).length).toBeGreaterThan(0)
  expect(asked().filter(ofThePage)).toEqual([])
})

test('a page of which a file cannot be loaded is taken over all the same', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/of-an-older-release.js">'
  await open(gallery.at, [...gallery.answers], '<main>Drawn</main>')
  await waitFor(() => expect(screen.queryAllByText(photo).length).toBeGreaterThan(0))
})
