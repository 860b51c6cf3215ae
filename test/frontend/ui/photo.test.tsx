import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Photo } from '#frontend/ui/photo.tsx'
import { aPicture } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

test('the blurred colours that stand in for a photo go when it has come, so that none look out beside it', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  renderPage(<Photo picture={aPicture()} alt="The ridge" fit="contain" ratio={3 / 2} />)
  const image = screen.getByAltText('The ridge')
  const frame = () => image.closest('picture')?.parentElement
  await waitFor(() => expect(frame()?.style.backgroundImage).toContain('data:image/png'))

  fireEvent.load(image)

  await waitFor(() => expect(frame()?.style.backgroundImage).toBe(''))
})
