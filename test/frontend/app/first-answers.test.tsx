import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SiteRoutes } from '#frontend/app/routes.tsx'
import { embeddedFirstData } from '#frontend/shared/api/first-answers.ts'
import { firstDataElementId } from '#schema/api/first-answers.ts'
import { firstViews } from '#test/support/frontend/first-views.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const asked = () => vi.mocked(fetch).mock.calls.map(([address]) => String(address))
/** Beside the page itself: likes and visits are asked for by whoever looks, in the session that a browser has made once. */
const ofThePage = (address: string) => !/\/(like|views|sessions)$/.test(address)

beforeEach(() => {
  // Answers grow old by the clock, not by how long a page takes to be drawn here.
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  )
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

describe.each(firstViews)('$at', ({ at, shows, answers }) => {
  test('with its answers in the HTML asks nothing again while they are fresh', async () => {
    renderPage(<SiteRoutes />, { at, firstData: { at: Date.now() - 20_000, answers: [...answers] } })
    expect((await screen.findAllByText(new RegExp(shows))).length).toBeGreaterThan(0)
    expect(asked().filter(ofThePage)).toEqual([])
  })

  test('restored after an hour shows them and asks anew', async () => {
    renderPage(<SiteRoutes />, { at, firstData: { at: Date.now() - 3_600_000, answers: [...answers] } })
    expect((await screen.findAllByText(new RegExp(shows))).length).toBeGreaterThan(0)
    expect(asked().filter(ofThePage)).not.toEqual([])
  })
})

test('answers that cannot be read are as good as none', () => {
  for (const text of ['', '{', '{"at":"x"}', 'null']) {
    document.body.innerHTML = `<script type="application/json" id="${firstDataElementId}">${text}</script>`
    expect(embeddedFirstData()).toBeUndefined()
  }
  document.body.innerHTML = ''
})

test('going from page to page the head says what is in view', async () => {
  const canonical = () => document.querySelector('link[rel=canonical]')?.getAttribute('href')
  const description = () => document.querySelector('meta[name=description]')?.getAttribute('content')
  const answers = firstViews.flatMap((view) => [...view.answers])
  renderPage(<SiteRoutes />, { at: '/', firstData: { at: Date.now(), answers } })
  await waitFor(() => expect(canonical()).toBe(`${location.origin}/`))

  await userEvent.click(screen.getAllByRole('link', { name: 'Browse' })[0] ?? document.body)
  await waitFor(() => expect(document.title).toBe('Browse Galleries · Darkslide'))
  expect([canonical(), description()]).toEqual([
    `${location.origin}/browse`,
    expect.stringMatching(/^Photographs for sale/),
  ])

  await userEvent.click(screen.getByRole('link', { name: /^Cart/ }))
  await waitFor(() => expect(document.title).toBe('Shopping Cart · Darkslide'))
  expect([canonical(), description()]).toEqual([undefined, expect.stringMatching(/^Put your photographs/)])
})
