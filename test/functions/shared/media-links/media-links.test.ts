import { createVerify, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mediaLinks } from '#functions/shared/media-links/media-links.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { galleryIdOf, photoIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const setup = (start = '2030-01-01T10:00:00.000Z') => {
  let time = new Date(start)
  const links = mediaLinks(
    { siteUrl: 'https://darkslide.test', keyPairId: 'K1', privateKeyPem: async () => privateKeyPem },
    () => time,
  )
  return { links, at: (text: string) => (time = new Date(text)) }
}

/** CloudFront's own base64 for addresses. */
const decoded = (text: string | null) =>
  Buffer.from((text ?? '').replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64')

test('a picture that was made under the present keys has an address, and a signature, of its gallery alone', async () => {
  const { links } = setup()
  const key = mediaKeys.rendition({
    galleryId: galleryIdOf(1),
    photoId: photoIdOf(1),
    token: 't',
    kind: 'display',
    extension: 'jpg',
  })
  const renditions = aPhoto().renditions.map((each) => ({ ...each, key }))
  const [present, former] = await Promise.all(
    [aPhoto({ renditions }), aPhoto()].map(
      async (photo) => new URL((await links.picture(photo, galleryIdOf(1)))?.imageUrl ?? ''),
    ),
  )
  expect(present?.pathname).toBe(`/media/01/${galleryIdOf(1)}/${photoIdOf(1)}/t-display.jpg`)
  expect(decoded(present?.searchParams.get('Policy') ?? null).toString()).toContain(`/media/01/${galleryIdOf(1)}/*"`)
  expect(decoded(former?.searchParams.get('Policy') ?? null).toString()).toContain(`/media/${galleryIdOf(1)}/*"`)
})

test('a picture’s addresses carry one signature for the whole gallery, valid for at least twelve hours', async () => {
  const { links } = setup()
  const picture = await links.picture(aPhoto(), galleryIdOf(1))
  const url = new URL(picture?.imageUrl ?? '')
  expect(url.pathname).toBe(`/media/${galleryIdOf(1)}/${aPhoto().id}/token-display.jpg`)
  expect(url.search).toBe(new URL(picture?.thumbnailUrl ?? '').search)
  const policy = decoded(url.searchParams.get('Policy'))
  expect(JSON.parse(policy.toString())).toEqual({
    Statement: [
      {
        Resource: `https://darkslide.test/media/${galleryIdOf(1)}/*`,
        Condition: { DateLessThan: { 'AWS:EpochTime': Date.parse('2030-01-02T00:00:00.000Z') / 1_000 } },
      },
    ],
  })
  const signature = decoded(url.searchParams.get('Signature'))
  expect(createVerify('RSA-SHA1').update(policy).verify(publicKey, signature)).toBe(true)
  expect(url.searchParams.get('Key-Pair-Id')).toBe('K1')
})

test('galleries in use are signed once each, and the one looked at longest ago goes first', async () => {
  let signed = 0
  const counted = async () => {
    signed += 1
    return privateKeyPem
  }
  const now = () => new Date('2030-01-01T10:00:00.000Z')
  const many = 50
  const links = mediaLinks({ siteUrl: 'https://darkslide.test', keyPairId: 'K1', privateKeyPem: counted }, now, many)
  const look = (n: number) => links.picture(aPhoto(), galleryIdOf(n))
  for (let n = 0; n < many; n++) await look(n)
  for (const n of [0, 20, many - 1]) await look(n)
  expect(signed).toBe(many)
  await look(many)
  await look(0)
  expect(signed).toBe(many + 1)
  await look(1)
  expect(signed).toBe(many + 2)
})

test('addresses stay the same within a window, so that they can be cached, and change with the next', async () => {
  const { links, at } = setup()
  const urlNow = async () => (await links.picture(aPhoto(), galleryIdOf(1)))?.imageUrl
  const first = await urlNow()
  at('2030-01-01T11:59:00.000Z')
  expect(await urlNow()).toBe(first)
  at('2030-01-01T12:01:00.000Z')
  expect(await urlNow()).not.toBe(first)
})

test('addresses of a gallery’s pictures end with it', async () => {
  const { links, at } = setup()
  const endsAt = async (expiresAt: string | null) => {
    const picture = await links.picture(aPhoto(), galleryIdOf(1), { expiresAt })
    const policy = new URL(picture?.imageUrl ?? '').searchParams.get('Policy') ?? ''
    const text = Buffer.from(policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64').toString()
    const [seconds] = /(?<="AWS:EpochTime":)\d+/.exec(text) ?? []
    return new Date(Number(seconds) * 1_000).toISOString()
  }
  expect(await endsAt(null)).toBe('2030-01-02T00:00:00.000Z')
  expect(await endsAt('2030-01-01T20:30:00.000Z')).toBe('2030-01-01T20:30:00.000Z')
  expect(await endsAt('2030-01-05T20:30:00.000Z')).toBe('2030-01-02T00:00:00.000Z')
  at('2030-01-01T21:00:00.000Z')
  // Its owner still looks at it.
  expect(await endsAt('2030-01-01T20:30:00.000Z')).toBe('2030-01-02T12:00:00.000Z')
})

test('a photo without renditions has no picture', async () => {
  const { links } = setup()
  expect(await links.picture(aPhoto({ renditions: [] }), galleryIdOf(1))).toBeNull()
})

test('a download lives fifteen minutes and is saved under the photo’s title', async () => {
  const { links } = setup()
  const download = await links.download('files/pho_1/web.jpg', 'Crème "brûlée"; №1.jpg')
  expect(download.expiresAt).toBe('2030-01-01T10:15:00.000Z')
  const url = new URL(download.url)
  expect(url.searchParams.get('Expires')).toBe(String(Date.parse('2030-01-01T10:15:00.000Z') / 1_000))
  const disposition = url.searchParams.get('response-content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="Creme _brulee__ No1\.jpg"; filename\*=UTF-8''/)
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe('Crème "brûlée"; №1.jpg')
})

describe('a long name', () => {
  /** What the firewall takes at most of what follows the question mark: AWS’s common rules, SizeRestrictions_QUERYSTRING. */
  const firewallBytes = 2_048
  const download = async (fileName: string) => {
    const { url } = await setup().links.download('files/pho_1/web.jpg', fileName)
    const disposition = new URL(url).searchParams.get('response-content-disposition') ?? ''
    return {
      queryBytes: Buffer.byteLength(new URL(url).search.slice(1)),
      saved: decodeURIComponent(disposition.split("UTF-8''")[1] ?? ''),
      plain: /filename="(.*?)"/.exec(disposition)?.[1],
    }
  }
  const titles = [
    ['Chinese characters', '漢'],
    ['accented letters', 'é'],
    ['quotation marks', '"'],
    ['percent signs', '%'],
    ['flags', '🇬🇧'],
    ['families', '👩‍👩‍👧‍👦'],
    ['letters', 'x'],
  ] as const

  test.each(titles)('of 120 %s passes the firewall and keeps its extension', async (_, character) => {
    const { queryBytes, saved } = await download(`${character.repeat(120)}.jpeg`)
    expect(queryBytes).toBeLessThan(firewallBytes)
    expect(saved).toMatch(/^(.+)\.jpeg$/u)
    // Cut between characters: what is left is the beginning of what was there, of whole ones.
    const [stem = ''] = saved.split('.')
    expect(stem).toBe(character.repeat(stem.length / character.length))
  })

  test('of 120 Chinese characters is cut to what fits, and not to less', async () => {
    const { saved } = await download(`${'漢'.repeat(120)}.jpg`)
    expect(saved.length).toBeGreaterThan(70)
  })

  test('without Latin letters is called photo by old programs, not by its extension alone', async () => {
    expect(await download('夜の港.jpg')).toMatchObject({ saved: '夜の港.jpg', plain: 'photo.jpg' })
  })

  test('of 120 letters is saved whole', async () => {
    expect(await download(`${'x'.repeat(120)}.jpg`)).toMatchObject({
      saved: `${'x'.repeat(120)}.jpg`,
      plain: `${'x'.repeat(120)}.jpg`,
    })
  })

  test('without an extension, or that is one character beyond all measure, passes as well', async () => {
    expect((await download('漢'.repeat(120))).queryBytes).toBeLessThan(firewallBytes)
    expect((await download(`a${'\u0301'.repeat(400)}.jpg`)).queryBytes).toBeLessThan(firewallBytes)
  })

  test('of whatever characters passes the firewall', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 130 }), async (title) => {
        expect((await download(`${title}.jpg`)).queryBytes).toBeLessThan(firewallBytes)
      }),
    )
  })
})

test('a file name cannot break out of the header', async () => {
  const { links } = setup()
  const { url } = await links.download('files/x', 'a\r\nSet-Cookie: x=1\u202e.jpg')
  const disposition = new URL(url).searchParams.get('response-content-disposition') ?? ''
  expect(disposition).not.toMatch(/[\r\n]/)
})
