// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { renderFirstView } from '#frontend/app/render-first-view.tsx'
import { uprightPhone } from '#schema/served-pages.ts'
import { aGalleryCard, anOpenGallery, aPicture } from '#test/support/frontend/builders.ts'
import { aPerson, firstViews, signingInViews } from '#test/support/frontend/first-views.ts'

const drawn = ({ at, answers }: (typeof firstViews | typeof signingInViews)[number]) =>
  renderFirstView({ path: at, host: 'darkslide.test' }, { at: 1_893_492_000_000, answers: [...answers] })

describe.each([...firstViews, ...signingInViews])('$at drawn without a browser', (view) => {
  test('shows what its answers say, in the page’s own layout', async () => {
    const { html } = await drawn(view)
    expect(html).toContain(view.shows)
    expect(html).toContain('<main')
    expect(html).not.toMatch(/>Loading/)
  })

  test('brings the rules for every class that it uses', async () => {
    const { html, styles } = await drawn(view)
    const used = new Set([...html.matchAll(/\bcss-[\w-]+/g)].map(([name]) => name))
    expect(used.size).toBeGreaterThan(10)
    expect([...used].filter((name) => !styles.includes(`.${name}`))).toEqual([])
  })

  test('needs no script of its own, which the content security policy would refuse', async () => {
    const { html } = await drawn(view)
    expect(html).not.toMatch(/<script|\son\w+=/)
  })
})

describe.each(firstViews)('$at drawn without a browser', (view) => {
  test('has its first pictures where a browser finds them before any script: sizes, dimensions, priority', async () => {
    const { html } = await drawn(view)
    const [first = ''] = html.match(/<picture>.*?<\/picture>/) ?? []
    expect(first).toMatch(/<source type="image\/avif" srcSet="[^"]+"/i)
    for (const said of [/fetchPriority="high"/i, /width="\d+"/, /height="\d+"/, /alt="/]) expect(first).toMatch(said)
  })
})

const [, ...withPhotos] = firstViews
describe.each(withPhotos)('$at drawn without a browser', (view) => {
  test('asks in its head for just the file that a browser will take for its first picture', async () => {
    const { html, links } = await drawn(view)
    const [, type, srcSet, sizes] = /<source type="([^"]+)" srcSet="([^"]+)" sizes="([^"]+)"/i.exec(html) ?? []
    const [first = ''] = links.match(/<link [^>]*>/) ?? []
    for (const said of ['rel="preload"', 'as="image"', 'fetchPriority="high"']) expect(first).toContain(said)
    for (const said of [`type="${type}"`, `imageSrcSet="${srcSet}"`, `imageSizes="${sizes}"`])
      expect(first).toContain(said)
  })
})

test('of a gallery that closes it names no day: which one it is depends on the zone of whoever reads it', async () => {
  const [, , gallery] = firstViews
  const [, photos] = gallery.answers
  const closing = anOpenGallery({ expiresAt: '2030-11-20T23:59:59.999Z' })
  const { html } = await renderFirstView(
    { path: gallery.at, host: 'darkslide.test' },
    { at: 1_893_492_000_000, answers: [{ ...gallery.answers[0], answer: closing }, photos] },
  )
  expect(html).toContain('Tell me before it closes')
  expect(html).not.toMatch(/Open until|Nov/)
})

test('a cover that was cut for phones is asked for in one piece by each of them, and by others whole', async () => {
  const [, , gallery] = firstViews
  const tall = [{ url: '/media/photo-tall.avif', width: 956, height: 1366 }]
  const cover = aPicture({ tall })
  const [, photos] = gallery.answers
  const shown = { ...anOpenGallery(), gallery: { ...anOpenGallery().gallery, cover } }
  const { links } = await renderFirstView(
    { path: gallery.at, host: 'darkslide.test' },
    { at: 1_893_492_000_000, answers: [{ ...gallery.answers[0], answer: shown }, photos] },
  )
  const mediaOf = (file: string) =>
    links
      .match(/<link [^>]*>/g)
      ?.flatMap((link) => (link.includes(file) ? (/media="([^"]+)"/.exec(link)?.[1] ?? '') : []))
  const [phones = ''] = mediaOf('photo-tall.avif') ?? []
  expect(phones).toBe(uprightPhone)
  // `not all and` turns the whole query round: https://drafts.csswg.org/mediaqueries/#mq-not
  expect(mediaOf('photo-display.avif')).toEqual([`not all and ${phones}`])
})

const aCoverOf = (n: number) => {
  const ofIts = <T extends { url: string }>(source: T) => ({
    ...source,
    url: source.url.replace('/media/', `/media/${n}-`),
  })
  return aPicture({ sources: aPicture().sources.map(ofIts) })
}

test('of covers that were cut for cards the pieces of the first row are asked for, and none of the whole pictures', async () => {
  const [, , , portfolio] = firstViews
  const [asked] = portfolio.answers
  const galleries = [0, 1, 2].map((n) => ({
    ...aGalleryCard(n),
    coverFocus: { x: 0.25, y: 1 },
    cover: { ...aCoverOf(n), card: [{ url: `/media/${n}-card.avif`, width: 1_080, height: 720 }] },
  }))
  const { html, links } = await renderFirstView(
    { path: portfolio.at, host: 'darkslide.test' },
    { at: 1_893_492_000_000, answers: [{ ...asked, answer: { ...aPerson, galleries } }] },
  )
  const askedFor = (links.match(/<link [^>]*as="image"[^>]*>/g) ?? []).map((link) => [
    /\/media\/[\w-]+\.avif/.exec(link)?.[0],
    /media="([^"]+)"/.exec(link)?.[1],
  ])
  expect(askedFor).toEqual([
    ['/media/0-card.avif', undefined],
    ['/media/1-card.avif', '(min-width: 30rem)'],
    ['/media/2-card.avif', '(min-width: 62rem)'],
  ])
  const pictures = html.match(/<picture>.*?<\/picture>/g) ?? []
  expect(pictures).toHaveLength(3)
  for (const [n, picture] of pictures.entries()) {
    const [first = ''] = picture.match(/<source [^>]*>/) ?? []
    for (const said of ['media="all"', 'type="image/avif"', `${n}-card.avif 1080w`]) expect(first).toContain(said)
    expect(picture).toContain('object-position:25% 100%')
  }
})

test('the first of a portfolio’s cards has the line of a phone to itself; larger windows ask for their first row', async () => {
  const [, , , portfolio] = firstViews
  const [asked] = portfolio.answers
  const galleries = [0, 1, 2, 3].map((n) => ({ ...aGalleryCard(n), cover: aCoverOf(n) }))
  const { html, links } = await renderFirstView(
    { path: portfolio.at, host: 'darkslide.test' },
    { at: 1_893_492_000_000, answers: [{ ...asked, answer: { ...aPerson, galleries } }] },
  )
  const askedFor = (links.match(/<link [^>]*as="image"[^>]*>/g) ?? []).map((link) => [
    /\/media\/(\d)-/.exec(link)?.[1],
    /media="([^"]+)"/.exec(link)?.[1],
  ])
  expect(askedFor).toEqual([
    ['0', undefined],
    ['1', '(min-width: 30rem)'],
    ['2', '(min-width: 62rem)'],
  ])
  const loading = [...html.matchAll(/<img [^>]*loading="(\w+)"/g)].map(([, when]) => when)
  expect(loading).toEqual(['eager', 'lazy', 'lazy', 'lazy'])
})

test('two pages drawn one after the other share nothing', async () => {
  const [, , gallery, portfolio] = firstViews
  await drawn(gallery)
  expect((await drawn(portfolio)).html).not.toContain('Photo 1')
})

test('a part that waits for something is a fault, not a hole', async () => {
  await expect(renderFirstView({ path: '/cart', host: 'darkslide.test' }, { at: 0, answers: [] })).rejects.toThrow(
    'not there in time',
  )
})
