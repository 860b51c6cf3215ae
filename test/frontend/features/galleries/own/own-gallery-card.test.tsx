import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OwnGalleryCard } from '#frontend/features/galleries/own/own-gallery-card.tsx'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

test('More that is pressed before its menu has come opens it when it has', async () => {
  const act = vi.fn()
  renderPage(
    <OwnGalleryCard
      gallery={anOwnGallery(1, { title: 'Harbour' })}
      isLocked={false}
      onSettings={act}
      onPhotos={act}
      onShare={act}
      onVisitors={act}
      onDelete={act}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'More of Harbour' }))
  expect(screen.queryByRole('menu')).toBeNull()
  await screen.findByRole('menu', { name: 'More of Harbour' })
  screen.getByRole('menuitem', { name: 'Activity' })
})
