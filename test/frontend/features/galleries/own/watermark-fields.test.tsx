import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { GallerySettingsDialog } from '#frontend/features/galleries/own/gallery-settings-dialog.tsx'
import { WatermarkFields } from '#frontend/features/galleries/own/watermark-fields.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const setup = (overrides: Partial<OwnGallery> = {}, text = 'Iris') => {
  const chosen: string[] = []
  renderPage(
    <WatermarkFields
      gallery={anOwnGallery(1, overrides)}
      text={{ value: text, error: undefined, onChange: () => {} }}
      strength="medium"
      onStrength={(strength) => chosen.push(strength)}
    />,
  )
  return chosen
}

test('the strength is chosen beside a sample of the text', async () => {
  const chosen = setup()
  await userEvent.selectOptions(screen.getByLabelText('Strength'), 'strong')
  expect(chosen).toEqual(['strong'])
  const sample = screen.getByRole('figure', { name: 'How the watermark will look' })
  expect(sample.querySelector('svg text')?.textContent).toBe('Iris')
})

test('a strength is seen in the sample before it is saved', async () => {
  renderPage(<GallerySettingsDialog gallery={anOwnGallery(1, { watermarkEnabled: true })} onClose={() => {}} />)
  const opacities: number[][] = []
  for (const strength of ['light', 'medium', 'strong']) {
    await userEvent.selectOptions(screen.getByLabelText('Strength'), strength)
    const letters = document.querySelector('figure svg text')
    const opacityOf = (name: string) => Number(letters?.getAttribute(name)?.match(/ ([\d.]+)\)$/)?.[1])
    opacities.push([opacityOf('fill'), opacityOf('stroke')])
  }
  const [light, medium, strong] = opacities
  for (const part of [0, 1]) {
    expect(medium?.[part]).toBeGreaterThan(light?.[part] ?? 1)
    expect(strong?.[part]).toBeGreaterThan(medium?.[part] ?? 1)
  }
})

test('without a text of its own the sample shows the usual one', () => {
  setup({}, '  ')
  expect(document.querySelector('figure svg text')?.textContent).toBe('Copyright')
})
