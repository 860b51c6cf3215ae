import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { useSaving } from '#frontend/shared/download/use-saving.ts'
import { api } from '#schema/api/all.ts'
import { orderId } from '#test/support/frontend/builders.ts'
import { type Answer, mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const { download } = api.orders.endpoints
const request = { params: { orderId: orderId(1), line: 1 }, body: { size: 'original' as const } }

const Page = () => {
  const { save } = useSaving(useEndpoint(download))
  return (
    <>
      <button type="button" onClick={() => save(request, { line: 1 })}>
        Download
      </button>
      <Link to="/other">Leave</Link>
    </>
  )
}

/** Leaves the page with a download asked for; returns how to answer it and what was saved. */
const leave = async () => {
  const answer = Promise.withResolvers<Answer<typeof download>>()
  const { requests } = mockEndpoint(download, () => answer.promise)
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href)
  })
  renderPage(
    <Routes>
      <Route path="/" element={<Page />} />
      <Route path="/other" element={<p>Elsewhere</p>} />
    </Routes>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Leave' }))
  await screen.findByText('Elsewhere')
  return { answer, saved }
}

test('a download starts where its page was left before the link came', async () => {
  const { answer, saved } = await leave()
  answer.resolve({ url: 'https://files.test/a', fileName: 'a.jpg', expiresAt: '2030-01-01T10:00:00.000Z' })
  await waitFor(() => expect(saved).toEqual(['https://files.test/a']))
})

test('a download that fails after its page was left says so on the next one', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { answer, saved } = await leave()
  answer.resolve({ refuse: 'not_purchased' })
  expect(await toastOf('Download failed')).toMatchObject({
    description: 'The download did not start. Please try again.',
  })
  expect(saved).toEqual([])
})
