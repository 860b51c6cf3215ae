import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { embeddedJson, escaped } from '#functions/pages/page-html.ts'
import { FirstData } from '#schema/api/first-answers.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { asNeeded, laterLinksId, phonePictureHeader, uprightPhone } from '#schema/served-pages.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { pagesParts, siteUrl } from '#test/support/pages/pages-parts.ts'

const { renditions, width, height, thumbhash } = aPhoto()
const cover = { photoId: photoIdOf(1), renditions, width, height, thumbhash, cutFor: null, watermark: null }
const secret = { title: 'Wedding of M and J', description: 'Only for our guests' }
const id = galleryIdOf(1)
const setup = async (gallery: Partial<Gallery> = {}, faults: { cannotDraw?: boolean } = {}) =>
  pagesParts({ galleries: [aGallery({ cover, photoCount: 1, ...gallery })], photos: [aPhoto()], ...faults })

const readBack = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
    String({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[name]),
  )
const meta = (html: string, name: string) =>
  readBack(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1] ?? 'absent')
const canonical = (html: string) => /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]
const title = (html: string) => readBack(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? 'absent')
const embedded = (html: string) => {
  const text = /<script type="application\/json" id="first-data">([^<]*)<\/script>/.exec(html)?.[1]
  return text === undefined ? undefined : FirstData.parse(JSON.parse(text))
}

describe('a public gallery', () => {
  test('says its title, what it shows, where it is known and what a preview may show', async () => {
    const { page } = await setup({ title: 'The Ridge', description: 'Two days\nabove the clouds.' })
    const { status, body } = await page(`/gallery/${id}`)
    expect(status).toBe(200)
    expect(title(body)).toBe('The Ridge · Darkslide')
    expect(meta(body, 'description')).toBe('Two days above the clouds.')
    expect(canonical(body)).toBe(`${siteUrl}/gallery/${id}`)
    expect(meta(body, 'og:title')).toBe('The Ridge')
    expect(meta(body, 'og:image')).toBe(`${siteUrl}/og/${id}.jpg`)
    expect(meta(body, 'robots')).toBe('absent')
  })

  test('is drawn, with its first answers and its code beside it', async () => {
    const { page, drawn } = await setup()
    const { body } = await page(`/gallery/${id}`)
    expect(drawn).toEqual([`/gallery/${id}`])
    expect(body).toContain('<div id="root"><main>drawn</main></div>')
    expect(body).toContain('href="/assets/gallery-page-1.js"')
    expect(body).toContain('<style id="first-styles">')
    expect(embedded(body)?.answers.map(({ path, kind }) => [path, kind])).toEqual([
      ['/galleries/{galleryId}', 'one'],
      ['/galleries/{galleryId}/photos', 'pages'],
    ])
  })

  test.each([
    [
      'in the site’s own typefaces has those fetched at once',
      [],
      ['/assets/newsreader-1.woff2', '/assets/figtree-1.woff2'],
    ],
    ['in its photographer’s has those, and not the site’s', ['/assets/karla-1.woff2'], ['/assets/karla-1.woff2']],
  ])('%s', async (_name, fonts, expected) => {
    const { page } = await pagesParts({ galleries: [aGallery({ id })], fonts })
    const preload = /<link rel="preload" href="([^"]*)" as="font"/g
    const { body } = await page(`/gallery/${id}`)
    expect([...body.matchAll(preload)].map(([, href]) => href)).toEqual(expected)
  })

  test('that begins with a picture has the line free for it: code and typefaces wait in a template', async () => {
    const links =
      '<link rel="preload" as="image" imageSrcSet="/media/a.avif 1024w" imageSizes="100vw" fetchPriority="high"/>'
    const { page } = await pagesParts({ galleries: [aGallery({ id })], links })
    const { body } = await page(`/gallery/${id}`)
    const head = body.slice(0, body.indexOf('</head>'))
    const template = new RegExp(`<template id="${laterLinksId}">(.*)</template>`)
    const asked = (html: string) =>
      [...html.matchAll(/<link [^>]*rel="(?:module)?preload"[^>]*>/g)].map(([link]) => link)
    expect(asked(head.replace(template, ''))).toEqual([links])
    expect(asked(template.exec(head)?.[1] ?? '')).toEqual([
      '<link rel="modulepreload" crossorigin href="/assets/index-1.js">',
      '<link rel="modulepreload" crossorigin href="/assets/gallery-page-1.js">',
    ])
    const face = '@font-face{font-family:Figtree;src:url(/assets/figtree-1.woff2)format("woff2");unicode-range:U+20-7E}'
    expect(template.exec(head)?.[1]).toContain(`<style>${face}</style>`)
    expect(template.exec(head)?.[1]).toMatch(/<link rel="manifest" href="\/site.webmanifest">$/)
    const before = head.replace(template, '')
    expect(before).not.toContain('url(')
    expect(before).not.toContain('rel="manifest"')
    expect(before).toContain('@font-face{font-family:Sans at hand;src:local(Arial);size-adjust:100.7%}')
    // The script looks for the template as soon as it runs.
    expect(head.indexOf('<template')).toBeLessThan(head.indexOf('<script type="module"'))
    expect(head).toContain('<script type="module" crossorigin src="/assets/start-1.js" async>')
  })

  test('that begins with a picture, in a photographer’s typefaces, has the site’s fetched only where text needs them', async () => {
    const links = '<link rel="preload" as="image" imageSrcSet="/media/a.avif 1024w" fetchPriority="high"/>'
    const { page } = await pagesParts({ galleries: [aGallery({ id })], fonts: ['/assets/karla-1.woff2'], links })
    const { body } = await page(`/gallery/${id}`)
    expect(body).toContain(`<template id="${laterLinksId}"><style ${asNeeded}>@font-face{font-family:Figtree;`)
  })

  test('that begins with a picture keeps what a photographer writes as if it were a rule', async () => {
    const links = '<link rel="preload" as="image" imageSrcSet="/media/a.avif 1024w" fetchPriority="high"/>'
    const description = '@font-face{font-family:Figtree;src:url(/favicon.svg)}'
    const { page } = await pagesParts({ galleries: [aGallery({ id, title: '@font-face{url(', description })], links })
    const { body } = await page(`/gallery/${id}`)
    expect(meta(body, 'description')).toContain(description)
    expect(title(body)).toContain('@font-face{url(')
    expect(body.split('favicon.svg').length).toBe(body.replace(/<style>.*?<\/style>/gs, '').split('favicon.svg').length)
  })

  describe('names in its answer’s head what a phone held upright takes for its first picture', () => {
    const linkTo = (srcSet: string, more: string) =>
      `<link rel="preload" as="image" type="image/avif" fetchPriority="high" imageSrcSet="${srcSet}" imageSizes="100vw" ${more}/>`
    const whole = linkTo('/media/a.avif 2048w, /media/b.avif 1024w', `media="not all and ${uprightPhone}"`)
    const named = async (links: string) => {
      const { page } = await pagesParts({ galleries: [aGallery({ id })], links })
      const { headers } = await page(`/gallery/${id}`)
      const etag = String(headers.etag)
      const again = await page(`/gallery/${id}`, { headers: { 'if-none-match': etag } })
      expect([again.status, again.headers[phonePictureHeader]]).toEqual([304, headers[phonePictureHeader]])
      return headers[phonePictureHeader]
    }

    test('where there is one', async () => {
      const tall = linkTo('/media/tall.avif?Policy=a&amp;Signature=b-c~ 956w', `media="${uprightPhone}"`)
      expect(await named(tall + whole)).toBe('/media/tall.avif?Policy=a&Signature=b-c~')
    })

    test.each([
      ['it has a choice', linkTo('/media/tall.avif 956w, /media/taller.avif 1366w', `media="${uprightPhone}"`)],
      ['that is for other windows', linkTo('/media/tall.avif 956w', 'media="(max-width: 30rem)"')],
      ['all have the same', linkTo('/media/tall.avif 956w', '')],
    ])('and not where %s', async (_, links) => {
      expect(await named(links + whole)).toBeUndefined()
    })
  })

  test('whose only picture is a logo is not one that begins with a picture', async () => {
    const links = '<link rel="preload" as="image" href="/media/logo.webp"/>'
    const { page } = await pagesParts({ galleries: [aGallery({ id })], links })
    expect((await page(`/gallery/${id}`)).body).not.toContain('<template')
  })

  test('without a picture has its code fetched at once, behind its words', async () => {
    const { page } = await pagesParts({ galleries: [aGallery({ id })] })
    const { body } = await page(`/gallery/${id}`)
    expect(body).not.toContain('<template')
    expect(body).toContain('<link fetchpriority="low" rel="modulepreload" crossorigin href="/assets/index-1.js">')
    expect(body).toContain(
      '<link fetchpriority="low" rel="modulepreload" crossorigin href="/assets/gallery-page-1.js">',
    )
  })

  test('costs three gets and one query', async () => {
    const { page, requests } = await setup()
    await page(`/gallery/${id}`)
    expect(requests.toSorted()).toEqual(['get', 'get', 'get', 'query'])
  })

  test('asked for by search, page or view is left to the browser to draw, and says the same of itself', async () => {
    const { page, drawn } = await setup()
    const { body } = await page(`/gallery/${id}`, { query: { page: '2' } })
    expect(drawn).toEqual([])
    expect(body).toContain('<div id="root"></div>')
    expect([title(body), canonical(body)]).toEqual(['The Ridge · Darkslide', `${siteUrl}/gallery/${id}`])
  })

  test('of a photographer whose profile is hidden is for those with its address, not for search engines', async () => {
    const { page } = await setup({ ownerState: 'hidden' })
    const { body } = await page(`/gallery/${id}`)
    expect([title(body), meta(body, 'robots')]).toEqual(['The Ridge · Darkslide', 'noindex'])
  })

  test('that cannot be drawn is left to the browser, and the fault is logged', async () => {
    const { page, errors } = await setup({}, { cannotDraw: true })
    const { status, body } = await page(`/gallery/${id}`)
    expect([status, errors]).toEqual([200, ['page_not_drawn']])
    expect(body).toContain('<div id="root"></div>')
    expect(embedded(body)?.answers).toHaveLength(2)
  })
})

describe('what strangers may not see', () => {
  const closed: [string, Partial<Gallery>, number][] = [
    ['private without a code', { isPublic: false }, 404],
    ['private with a code', { isPublic: false, accessCode: 'ABCD1234' }, 200],
    ['public with a password', { passwordHash: '$2b$10$hash' }, 200],
    ['expired', { expiresAt: '2030-01-01T09:59:59.000Z' }, 404],
    ['of a closed account', { ownerState: 'closed' }, 404],
  ]

  test.each(closed)('a gallery that is %s shares nothing', async (_, settings, status) => {
    const { page, ask, drawn } = await setup({ ...secret, ...settings })
    const answer = await page(`/gallery/${id}`)
    const nobody = await page(`/gallery/${galleryIdOf(9)}`)
    expect(answer.status).toBe(status)
    expect(answer.body).toBe(nobody.body)
    for (const word of ['Wedding', 'our guests', 'Iris', 'media/', 'hash', 'ABCD', 'first-data'])
      expect(answer.body).not.toContain(word)
    expect([meta(answer.body, 'robots'), canonical(answer.body)]).toEqual(['noindex', undefined])
    expect(drawn).toEqual([])

    const picture = await ask('GET /og/{picture}', { pathParameters: { picture: `${id}.jpg` } })
    expect([picture.status, picture.headers.location]).toEqual([404, undefined])
    const sitemap = await ask('GET /sitemaps/{part}', { pathParameters: { part: '2030-01.xml' } })
    expect(sitemap.body).not.toContain(id)
  })

  test.each(closed)('nor does its page below the photographer’s name: %s', async (_, settings) => {
    const { page } = await setup({ ...secret, slug: 'wedding', ...settings })
    const answer = await page('/iris/wedding')
    // What a portfolio does not list is not found there; a listed one asks for its password at its own address.
    expect(answer.status).toBe('passwordHash' in settings ? 200 : 404)
    for (const word of ['Wedding', 'our guests', 'media/', 'first-data']) expect(answer.body).not.toContain(word)
  })

  test.each([
    '/gallery/gal_1',
    `/gallery/${galleryIdOf(7)}`,
    '/gallery',
    '/nobody',
    '/photo.jpg',
    '/photo.jpg/none',
    '/iris/none',
    '/a/b/c',
    '/%E0%A4%A',
  ])('%s is not found, with the application in the answer, kept by nobody', async (address) => {
    const { status, headers, body } = await (await setup()).page(address)
    expect([status, headers['cache-control']]).toEqual([404, 'private, no-store'])
    expect([title(body), meta(body, 'robots')]).toEqual(['Darkslide: sell your photographs, one by one', 'noindex'])
    expect(body).toContain('src="/assets/start-1.js"')
  })

  test('a hidden profile has no page', async () => {
    const { page } = await pagesParts({ profile: { isPublic: false, displayName: 'Secret Name' } })
    const { status, body } = await page('/iris')
    expect(status).toBe(404)
    expect(body).not.toContain('Secret Name')
  })
})

describe('the other public pages', () => {
  test('the home page carries the newest galleries and says how to search', async () => {
    const { body } = await (await setup()).page('/')
    expect(embedded(body)?.answers[0]?.request).toEqual({
      query: { sort: 'newest', only: 'featured', limit: 3 },
    })
    expect(canonical(body)).toBe(`${siteUrl}/`)
    expect(body).toContain('SearchAction')
    expect(meta(body, 'og:image')).toBe(`${siteUrl}/social.jpg`)
  })

  test('browse carries its first page', async () => {
    const { body } = await (await setup()).page('/browse')
    expect(embedded(body)?.answers.map(({ kind, request }) => [kind, request])).toEqual([
      ['pages', { query: { sort: 'newest' } }],
    ])
    expect(title(body)).toBe('Browse Galleries · Darkslide')
  })

  test('a portfolio is its photographer’s, with the first picture that anybody may see', async () => {
    const { page } = await pagesParts({
      galleries: [
        aGallery({ id: galleryIdOf(2), createdAt: '2030-01-01T09:30:00.000Z', cover, passwordHash: 'x' }),
        aGallery({ cover }),
      ],
      profile: { bio: 'Landscapes, mostly wet.' },
    })
    const { body } = await page('/iris')
    expect([title(body), meta(body, 'description')]).toEqual(['Iris Calloway · Darkslide', 'Landscapes, mostly wet.'])
    expect([canonical(body), meta(body, 'og:image')]).toEqual([`${siteUrl}/iris`, `${siteUrl}/og/${id}.jpg`])
  })

  test('every page of a long portfolio is drawn, known by its own address, and links to the next', async () => {
    const galleries = Array.from({ length: 30 }, (_, n) => aGallery({ id: galleryIdOf(n + 1), title: `Gallery ${n}` }))
    const { page, drawn } = await pagesParts({ galleries })
    const at = `/iris?before=${galleryIdOf(7)}`
    const first = await page('/iris')
    expect(embedded(first.body)?.answers).toMatchObject([
      { request: { query: {} }, answer: { galleries: { length: 24 }, nextBefore: galleryIdOf(7) } },
    ])
    const second = await page('/iris', { query: { before: galleryIdOf(7) } })
    expect(embedded(second.body)?.answers).toMatchObject([
      { request: { query: { before: galleryIdOf(7) } }, answer: { galleries: { length: 6 } } },
    ])
    expect([canonical(second.body), meta(second.body, 'robots')]).toEqual([`${siteUrl}${at}`, 'absent'])
    expect(drawn).toEqual(['/iris', at])
    expect(canonical((await page('/iris', { query: { before: '<script>' } })).body)).toBe(`${siteUrl}/iris`)
  })

  test('a gallery below its photographer’s name is known by its own address', async () => {
    const { body } = await (await setup()).page('/iris/the-ridge')
    expect(canonical(body)).toBe(`${siteUrl}/gallery/${id}`)
    expect(title(body)).toBe('The Ridge by Iris Calloway · Darkslide')
  })

  test.each([
    ['/auth', {}, ['/auth']],
    ['/Auth/', { tab: 'sign-in' }, ['/auth']],
    ['/auth', { tab: 'sign-up' }, ['/auth?tab=sign-up']],
    ['/auth', { tab: '<script>' }, ['/auth']],
    ['/auth', { step: 'forgot' }, []],
    ['/auth', { state: 'what Google sends back' }, []],
  ])('%s with %o is drawn as the form that it opens with, if it opens with one', async (at, query, expected) => {
    const { page, drawn, setTime } = await setup()
    setTime('2030-01-01T10:15:00.000Z')
    const { status, headers, body } = await page(at, { query })
    expect([status, drawn, title(body), canonical(body)]).toEqual([
      200,
      expected,
      'Sign In · Darkslide',
      `${siteUrl}/auth`,
    ])
    expect(headers['cache-control']).toMatch(/^public, /)
    expect(body).not.toContain('script>alert')
  })

  test('nothing lies below the page of signing in', async () => {
    expect((await (await setup()).page('/auth/more')).status).toBe(404)
  })

  test.each(['/cart', '/dashboard/', '/proof/abc'])('%s is the application, which nobody indexes', async (at) => {
    const { status, body } = await (await setup()).page(at)
    expect([status, meta(body, 'robots'), embedded(body)]).toEqual([200, 'noindex', undefined])
  })
})

test('a file that is not there is a page of ours that says so, kept by nobody', async () => {
  const { ask } = await setup()
  const { status, headers, body } = await ask('$default')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    404,
    'text/html; charset=utf-8',
    'private, no-store',
  ])
  expect(body).toContain('<div id="root">')
  expect(meta(body, 'robots')).toBe('noindex')
  expect((await ask('$default', { headers: { 'x-origin-verify': 'somebody' } })).status).toBe(403)
})

test('another method than reading is 405, with what is allowed', async () => {
  const { ask, errors } = await setup()
  const { status, headers } = await ask('$default', { method: 'POST' })
  expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'GET, HEAD', 'private, no-store'])
  expect(errors).toEqual([])
})

describe('caches', () => {
  test('keep a page like any public answer, and are told when nothing has changed', async () => {
    const { page, setTime } = await setup()
    const filling = await page(`/gallery/${id}`)
    expect(filling.headers['cache-control']).toBe('public, max-age=0, s-maxage=20')
    setTime('2030-01-01T10:15:00.000Z')
    const first = await page(`/gallery/${id}`)
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=300, stale-while-revalidate=30')
    expect(first.headers['x-amz-meta-cache-tag']).toMatch(new RegExp(`^gallery:${id},owner:[\\w-]+$`))
    setTime('2030-01-01T10:15:31.000Z')
    const etag = String(first.headers.etag)
    const second = await page(`/gallery/${id}`, { headers: { 'if-none-match': etag } })
    expect([second.status, second.body]).toEqual([304, ''])
  })

  test('get a new page when it changed, and at the latest after five minutes', async () => {
    const { page, setTime, counts } = await setup()
    const headers = { 'if-none-match': String((await page(`/gallery/${id}`)).headers.etag) }
    await counts.settle([
      {
        queue: 'COUNTS_QUEUE_URL',
        message: { kind: 'view', galleryId: id, who: 'a', from: 'b', at: '2030-01-01T10:00:01.000Z' },
      },
    ])
    expect((await page(`/gallery/${id}`, { headers })).status).toBe(200)
    const again = { 'if-none-match': String((await page(`/gallery/${id}`)).headers.etag) }
    setTime('2030-01-01T10:05:00.000Z')
    expect((await page(`/gallery/${id}`, { headers: again })).status).toBe(200)
  })

  test('are never told who asked: tokens, grants and cookies change nothing', async () => {
    const { page } = await setup()
    const plain = await page(`/gallery/${id}`)
    const known = await page(`/gallery/${id}`, {
      headers: { authorization: 'Bearer a.b.c', 'x-gallery-grant': 'g', cookie: 'a=b' },
    })
    expect(known).toEqual(plain)
  })
})

test('a caller who comes around CloudFront is refused', async () => {
  const { page } = await setup()
  const { status, body } = await page('/', { headers: { 'x-origin-verify': 'guessed' } })
  expect([status, body.includes('<')]).toEqual([403, false])
})

describe('what people write', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '</script><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '<!-- /head -->',
      "' onload='x",
      '\u2028\u2029',
      "$& $1 $` $'",
      '&lt;b&gt;',
      '</title><base href="//evil">',
      '<div id="root"></div></head>',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )

  test('never becomes markup, and is read back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (name, text) => {
        const { page } = await pagesParts({ galleries: [aGallery({ title: name, description: text, cover })] })
        const { body } = await page(`/gallery/${id}`)
        const tags = [...body.matchAll(/<(\/?[a-z!-]+)/gi)].map(([, tag]) => tag)
        const plain = (await (await setup()).page(`/gallery/${id}`)).body
        expect(tags).toEqual([...plain.matchAll(/<(\/?[a-z!-]+)/gi)].map(([, tag]) => tag))
        const answer = embedded(body)?.answers[0]?.answer
        expect(answer).toMatchObject({ gallery: { title: name.toWellFormed(), description: text.toWellFormed() } })
      }),
      { numRuns: 60 },
    )
  })

  test('stays within its attribute and its element', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(escaped(text)).not.toMatch(/[<>"']/)
        expect(readBack(escaped(text))).toBe(text.toWellFormed())
        expect(embeddedJson({ text })).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(embeddedJson({ text }))).toEqual({ text: text.toWellFormed() })
      }),
    )
  })
})

describe('the picture of a link preview', () => {
  test('leads from an address that stays to the marked rendition', async () => {
    const marked = { ...cover, watermark: 'Iris' }
    const { ask } = await setup({ watermarkEnabled: true, watermarkText: 'Iris', cover: marked })
    const { status, headers } = await ask('GET /og/{picture}', { pathParameters: { picture: `${id}.jpg` } })
    expect([status, headers.location]).toEqual([302, expect.stringContaining('display.jpg')])
  })

  test('is absent while the marked one is being made: never the clean one', async () => {
    const { ask } = await setup({ watermarkEnabled: true, watermarkText: 'Iris', cover })
    expect((await ask('GET /og/{picture}', { pathParameters: { picture: `${id}.jpg` } })).status).toBe(404)
  })
})

describe('search engines', () => {
  test('find every listed gallery and its photographer by day, without anybody counting them', async () => {
    const { ask } = await pagesParts({
      galleries: [
        aGallery({ createdAt: '2029-12-30T09:00:00.000Z' }),
        aGallery({ id: galleryIdOf(2), createdAt: '2030-01-01T09:00:00.000Z' }),
      ],
    })
    const index = await ask('GET /sitemap.xml')
    expect([...index.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)).toEqual(
      ['site', '2029-12-30', '2029-12-31', '2030-01-01'].map((part) => `${siteUrl}/sitemaps/${part}.xml`),
    )
    const listed = async (part: string) => {
      const { body } = await ask('GET /sitemaps/{part}', { pathParameters: { part: `${part}.xml` } })
      return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
    }
    expect(await listed('2029-12-30')).toEqual([`${siteUrl}/gallery/${galleryIdOf(1)}`, `${siteUrl}/iris`])
    // The list of an earlier release named months.
    expect(await listed('2029-12')).toEqual(await listed('2029-12-30'))
    // The protocol wants at least one address (https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd).
    expect(await listed('2029-12-31')).toEqual([`${siteUrl}/browse`])
  })

  test.each(['2030-13.xml', '2030-01-32.xml', '2030-01', 'x.xml', '../site.xml'])(
    'find no list called %s',
    async (part) => {
      expect((await (await setup()).ask('GET /sitemaps/{part}', { pathParameters: { part } })).status).toBe(404)
    },
  )

  test('may read public pages, and none of the application’s own', async () => {
    const { ask } = await setup()
    const { body } = await ask('GET /robots.txt')
    expect(body.split('\n')).toEqual(
      expect.arrayContaining(['Disallow: /api/', 'Disallow: /dashboard$', `Sitemap: ${siteUrl}/sitemap.xml`]),
    )
    expect(body).not.toMatch(/Disallow: \/(gallery|browse)?\n/)
  })
})
