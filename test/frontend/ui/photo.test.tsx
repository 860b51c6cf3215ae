import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Photo } from '#frontend/ui/photo.tsx'
import { aPicture } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
})

test('the blurred colours that stand in for a photo go when it has come, so that none look out beside it', async () => {
  renderPage(<Photo picture={aPicture()} alt="The ridge" sizes="50vw" fit="contain" ratio={3 / 2} />)
  const image = screen.getByAltText('The ridge')
  const frame = () => image.closest('picture')?.parentElement
  await waitFor(() => expect(frame()?.style.backgroundImage).toContain('data:image/png'))

  fireEvent.load(image)

  await waitFor(() => expect(frame()?.style.backgroundImage).toBe(''))
})

test('a photo has its mean colour from the first moment, and none beside it where it is shown whole', () => {
  renderPage(
    <>
      <Photo picture={aPicture()} alt="cut" sizes="50vw" ratio={3 / 2} />
      <Photo picture={aPicture()} alt="whole" sizes="50vw" ratio={3 / 2} fit="contain" />
    </>,
  )
  const colourOf = (alt: string) => screen.getByAltText(alt).closest<HTMLElement>('[data-print]')?.style.backgroundColor
  expect(colourOf('cut')).toMatch(/^rgb/)
  expect(colourOf('whole')).toBe('')

  fireEvent.load(screen.getByAltText('cut'))
  expect(colourOf('cut')).toBe('')
})

test('a photo that is shown whole has no frame around the room that it leaves free', () => {
  renderPage(
    <>
      <Photo picture={aPicture()} alt="cut" sizes="50vw" ratio={3 / 2} />
      <Photo picture={aPicture()} alt="whole" sizes="50vw" ratio={3 / 2} fit="contain" />
    </>,
  )
  const frameOf = (alt: string) => {
    const frame = screen.getByAltText(alt).closest('[data-print]')
    return frame && getComputedStyle(frame).outlineColor
  }
  expect(frameOf('whole')).toBe('transparent')
  expect(frameOf('cut')).not.toBe('transparent')
})

const mediumWebp = {
  kind: 'medium',
  format: 'webp',
  url: '/media/photo-medium.webp',
  width: 1024,
  height: 683,
} as const
const thumbnailWebp = {
  kind: 'thumbnail',
  format: 'webp',
  url: '/media/photo-thumbnail.webp',
  width: 480,
  height: 320,
} as const
const displayWebp = {
  kind: 'display',
  format: 'webp',
  url: '/media/photo-display.webp',
  width: 2048,
  height: 1365,
} as const

/** What a browser that shows WebP chooses from, of a photo that an earlier release drew. */
const offered = (alt: string) =>
  screen.getByAltText(alt).closest('picture')?.querySelector('source[type="image/webp"]')?.getAttribute('srcset')

test('a grid offers 1024 pixels to dense screens and never the display; the viewer never the thumbnail', () => {
  const picture = aPicture({ sources: [displayWebp, mediumWebp, thumbnailWebp] })
  renderPage(
    <>
      <Photo picture={picture} alt="in a grid" sizes="50vw" />
      <Photo picture={picture} alt="in the viewer" sizes="100vw" use="full" />
    </>,
  )
  expect(offered('in a grid')).toBe('/media/photo-medium.webp 1024w, /media/photo-thumbnail.webp 480w')
  expect(offered('in the viewer')).toBe('/media/photo-display.webp 2048w, /media/photo-medium.webp 1024w')
})

test('a photo from before there were 1024 pixels is shown from its thumbnail', () => {
  renderPage(<Photo picture={aPicture({ sources: [displayWebp, thumbnailWebp] })} alt="an older one" sizes="50vw" />)
  expect(offered('an older one')).toBe('/media/photo-thumbnail.webp 480w')
})

test('what is drawn today comes as AVIF, and a browser that cannot show it takes the JPEG', () => {
  const drawn = aPicture().sources
  const medium = { kind: 'medium', format: 'avif', url: '/media/photo-medium.avif', width: 1024, height: 683 } as const
  const picture = aPicture({ sources: [...drawn, medium] })
  renderPage(
    <>
      <Photo picture={picture} alt="in a grid" sizes="50vw" />
      <Photo picture={picture} alt="in the viewer" sizes="100vw" use="full" />
    </>,
  )
  const all = (alt: string) =>
    [...(screen.getByAltText(alt).closest('picture')?.querySelectorAll('source, img') ?? [])].map((each) => [
      each.getAttribute('type'),
      each.getAttribute('srcset'),
      each.getAttribute('src'),
    ])
  expect(all('in a grid')).toEqual([
    ['image/avif', '/media/photo-thumbnail.avif 480w, /media/photo-medium.avif 1024w', null],
    [null, '/media/photo-thumbnail.jpg 480w', '/media/photo-thumbnail.jpg'],
  ])
  expect(all('in the viewer')).toEqual([
    ['image/avif', '/media/photo-display.avif 2048w, /media/photo-medium.avif 1024w', null],
    [null, '/media/photo-display.jpg 2048w', '/media/photo-display.jpg'],
  ])
})

test('a picture that loads late is measured where browsers can, one of the first view has its width said', () => {
  renderPage(
    <>
      <Photo picture={aPicture()} alt="late" sizes="50vw" />
      <Photo picture={aPicture()} alt="first" sizes="50vw" eager />
    </>,
  )
  expect(screen.getByAltText('late').getAttribute('sizes')).toBe('auto, 50vw')
  expect(screen.getByAltText('first').getAttribute('sizes')).toBe('50vw')
})

test.each([
  ['has come', { complete: true, currentSrc: '/a.avif' }, 'auto, 50vw', 0],
  ['is on its way', { complete: false, currentSrc: '/a.avif' }, '373px', 1],
  // The page is laid out for a width that is asked for: not for each of many that nobody has seen.
  ['was not asked for', { complete: false, currentSrc: '' }, '50vw', 0],
])(
  'a picture that %s when it is taken away is none that Chromium keeps',
  (_name, { complete, currentSrc }, sizes, asked) => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(complete)
    vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue(currentSrc)
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(480)
    const width = vi.spyOn(HTMLImageElement.prototype, 'width', 'get').mockReturnValue(373)
    const { unmount } = renderPage(<Photo picture={aPicture()} alt="The ridge" sizes="50vw" />)
    const image = screen.getByAltText<HTMLImageElement>('The ridge')
    const all = [image, ...(image.closest('picture')?.querySelectorAll('source') ?? [])]
    expect(all.length).toBeGreaterThan(1)
    expect(all.map((each) => each.sizes)).toEqual(all.map(() => 'auto, 50vw'))
    expect(image.getAttribute('loading')).toBe('lazy')
    width.mockClear()
    unmount()
    if (complete) expect(image.getAttribute('loading')).toBe('eager')
    // Asked for in another width, it would come once more.
    expect(all.map((each) => each.sizes)).toEqual(all.map(() => sizes))
    expect(width).toHaveBeenCalledTimes(asked)
  },
)

test('a phone held upright chooses from the tall pieces, where there are some and its frame is upright too', () => {
  const tall = [
    { url: '/media/photo-tall.avif', width: 956, height: 1366 },
    { url: '/media/photo-tall-medium.avif', width: 560, height: 800 },
  ]
  const phones = '(max-aspect-ratio: 3/5)'
  renderPage(
    <>
      <Photo picture={aPicture({ tall })} alt="a cover" sizes="100vw" use="full" ratio="fill" pieceIn={phones} />
      <Photo picture={aPicture({ tall })} alt="a wide frame" sizes="100vw" use="full" ratio="fill" />
      <Photo picture={aPicture()} alt="not cut" sizes="100vw" use="full" ratio="fill" pieceIn={phones} />
    </>,
  )
  const sourcesOf = (alt: string) => [
    ...(screen.getByAltText(alt).closest('picture')?.querySelectorAll('source') ?? []),
  ]
  const [first] = sourcesOf('a cover')
  expect([first?.media, first?.type]).toEqual([phones, 'image/avif'])
  expect(first?.srcset).toBe('/media/photo-tall.avif 956w, /media/photo-tall-medium.avif 560w')
  for (const alt of ['a wide frame', 'not cut']) expect(sourcesOf(alt).filter(({ media }) => media !== '')).toEqual([])
})

test.each([
  ['tall', '(max-aspect-ratio: 3/5)'],
  ['card', 'all'],
] as const)(
  'a cover whose %s piece is gone is shown whole, and the placeholder only where that fails too',
  async (kind, pieceIn) => {
    const url = `http://localhost:3000/media/photo-${kind}.avif`
    renderPage(
      <Photo
        picture={aPicture({ [kind]: [{ url, width: 956, height: 1366 }] })}
        alt="a cover"
        sizes="100vw"
        use="full"
        ratio="fill"
        pieceIn={pieceIn}
      />,
    )
    const image = () => screen.getByAltText<HTMLImageElement>('a cover')
    const pieces = () => image().closest('picture')?.querySelectorAll('source[media]').length
    const shown = vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get')
    shown.mockReturnValue(url)
    expect(pieces()).toBe(1)
    fireEvent.error(image())
    await waitFor(() => expect(pieces()).toBe(0))
    expect(image().src).toContain('/media/photo-display.jpg')
    shown.mockReturnValue('http://localhost:3000/media/photo-display.avif')
    fireEvent.error(image())
    await waitFor(() => expect(image().src).toMatch(/svg/))
    shown.mockRestore()
  },
)

test.each([
  ['the line is back', () => dispatchEvent(new Event('online'))],
  ['somebody looks again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a photo that did not come is asked for again when %s', async (_when, happen) => {
  renderPage(<Photo picture={aPicture()} alt="a photo" sizes="100vw" />)
  const image = () => screen.getByAltText<HTMLImageElement>('a photo')
  fireEvent.error(image())
  await waitFor(() => expect(image().src).toMatch(/svg/))
  act(() => void happen())
  await waitFor(() => expect(image().src).not.toMatch(/svg/))
})
