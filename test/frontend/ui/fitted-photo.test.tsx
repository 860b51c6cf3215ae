import { expect, test } from 'vitest'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { aPicture } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const shown = (width: number, height: number, room: number) => {
  const { container } = renderPage(
    <FittedPhoto picture={aPicture({ width, height })} alt="" sizes="8rem" room={room} />,
  )
  const print = container.querySelector<HTMLElement>('[data-print]')
  return [print?.parentElement?.style.width, Number.parseFloat(print?.style.aspectRatio ?? '')]
}

test('a print keeps its shape: a wide one has the width of its room, an upright one its height', () => {
  expect(shown(3_000, 2_000, 1.5)).toEqual(['100%', 1.5])
  expect(shown(6_000, 2_000, 1.5)).toEqual(['100%', 3])
  expect(shown(1_500, 2_000, 1.5)).toEqual(['50%', 0.75])
  expect(shown(1_500, 2_000, 1)).toEqual(['75%', 0.75])
})
