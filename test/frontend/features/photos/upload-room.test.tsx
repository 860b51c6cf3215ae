import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UploadRoom } from '#frontend/features/photos/upload-room.tsx'
import { photos } from '#schema/api/photos.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const trial = {
  plan: 'trial' as const,
  usedBytes: 3_200_000_000,
  maxBytes: 50_000_000_000,
  photos: 120,
  maxPhotos: 2_000,
  photosToday: 12,
  maxPhotosADay: 2_000,
}
const shown = (room: Parameters<typeof mockEndpoint<typeof photos.endpoints.uploadRoom>>[1]) => {
  mockEndpoint(photos.endpoints.uploadRoom, room)
  renderPage(<UploadRoom />, { at: '/upload', user: ada })
}

test('how much is used of a trial is said, in photos and bytes', async () => {
  shown(trial)
  expect(await screen.findByText(/used, and 120 of 2,000 photos\.$/)).toBeDefined()
  expect(screen.queryByText('Your storage is nearly full')).toBeNull()
})

test('a trial that is nearly full is told what to do, with the way to subscribe', async () => {
  shown({ ...trial, photos: 1_950 })
  expect(await screen.findByText('Your storage is nearly full')).toBeDefined()
  expect(screen.getByText(/their room comes back within two days/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'subscribe' })).toBeDefined()
})

test('a subscription counts the day’s photos', async () => {
  shown({ ...trial, plan: 'subscribed', maxBytes: 300_000_000_000, maxPhotos: null, maxPhotosADay: 70_000 })
  expect(await screen.findByText(/used, and 12 of 70,000 photos today\.$/)).toBeDefined()
})

test('without a connection no line is kept for what cannot be asked', async () => {
  mockEndpoint(photos.endpoints.uploadRoom, trial)
  onlineManager.setOnline(false)
  const { container } = renderPage(<UploadRoom />, { at: '/upload', user: ada })
  await waitFor(() => expect(container.textContent).not.toMatch(/used, and/))
  onlineManager.setOnline(true)
})

test('its line is kept free while it is asked, so that nothing below it moves', async () => {
  mockEndpoint(photos.endpoints.uploadRoom, () => new Promise<never>(() => {}))
  const { container } = renderPage(<UploadRoom />, { at: '/upload', user: ada })
  await waitFor(() => expect(container.textContent).toMatch(/of 300 GB used, and/))
  expect(screen.queryByText(/used, and/)?.closest('[style*="hidden"]')).not.toBeNull()
})
