import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templates } from '#functions/mail/templates/all.ts'

const hostile = '<img src=x onerror=alert(1)>\r\nBcc: victim@example.com'
const link = 'https://darkslide.test/proof/abc'

test.each([
  [
    'proof-invitation',
    { photographerName: hostile, title: hostile, galleryTitle: hostile, description: hostile, deadlineAt: null, link },
  ],
  [
    'gallery-invitation',
    { photographerName: hostile, title: hostile, accessCode: hostile, asksPassword: true, expiresAt: null, link },
  ],
  [
    'proof-reminder',
    { photographerName: hostile, title: hostile, pendingCount: 1, deadlineAt: '2030-07-05T10:00:00.000Z', link },
  ],
  [
    'proof-completed',
    {
      name: hostile,
      title: hostile,
      galleryTitle: hostile,
      approved: 1,
      maybe: 2,
      rejected: 3,
      selectionTarget: 4,
      dashboardUrl: link,
    },
  ],
  [
    'favourites-sent',
    { name: hostile, galleryTitle: hostile, from: hostile, email: hostile, note: hostile, count: 2, url: link },
  ],
  ['gallery-expiring', { name: hostile, title: hostile, expiresAt: '2030-07-05T10:00:00.000Z', dashboardUrl: link }],
] as const)('what people wrote is text in the mail %s: no markup, no second header', (name, data) => {
  const mail = templates[name].render(data)
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).toContain(`href="${link}"`)
  expect(mail?.text).toContain(link)
})

test('a finished review says what was judged, not that each photo was, and a finished choice what was chosen of how many', () => {
  const counts = { approved: 18, maybe: 2, rejected: 1_093 }
  const words = { name: 'Iris', title: 'Your twenty', galleryTitle: 'The wedding', dashboardUrl: link, ...counts }
  const render = (data: object) => templates['proof-completed'].render({ ...words, ...data })?.text
  for (const review of [render({ selectionTarget: null }), render({})]) {
    expect(review).toContain('your client has finished reviewing “The wedding”.')
    expect(review).toContain('Approved: 18\nMaybe: 2\nRejected: 1,093')
  }
  const choice = render({ selectionTarget: 20 })
  expect(choice).toContain('your client has finished choosing from “The wedding”.')
  expect(choice).toContain('Chosen: 18 of the 20 asked for\nMaybe: 2\nNot chosen: 1,093')
  expect(choice).not.toMatch(/finished reviewing|Rejected/)
})

test('a deadline is told in London’s time, summer and winter', () => {
  const textOf = (deadlineAt: string) =>
    templates['proof-invitation'].render({
      photographerName: 'Iris',
      title: 'Review',
      galleryTitle: 'The Ridge',
      description: '',
      deadlineAt,
      link,
    })?.text
  expect(textOf('2030-07-05T10:00:00.000Z')).toContain('5 July 2030 at 11:00 (London time)')
  expect(textOf('2030-01-05T10:00:00.000Z')).toContain('5 January 2030 at 10:00 (London time)')
})

test.each([
  [2, '2 photos are still to be reviewed.'],
  [1, '1 photo is still to be reviewed.'],
  [0, 'You have decided on every photo. The review only waits for you to finish it.'],
])('a reminder with %i photos pending says what is left to do', (pendingCount, sentence) => {
  const mail = templates['proof-reminder'].render({
    photographerName: 'Iris',
    title: 'Review',
    pendingCount,
    deadlineAt: '2030-07-05T10:00:00.000Z',
    link,
  })
  expect(mail?.text).toContain(sentence)
})

const invitation = (accent?: string | null) =>
  templates['gallery-invitation'].render({
    ...(accent !== undefined && { accent }),
    photographerName: 'Iris',
    title: 'The Ridge',
    accessCode: null,
    asksPassword: false,
    expiresAt: null,
    link,
  })?.html ?? ''

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
const shades = (html: string) => {
  const [, fill = '', ink = ''] = /background:(#[0-9a-f]{6});color:(#[0-9a-f]{6});padding/.exec(html) ?? []
  const [, text = ''] = /style="color:(#[0-9a-f]{6});">https/.exec(html) ?? []
  return { fill, ink, text }
}

test('whatever colour a photographer chose, the button and the link of a mail can be read', () => {
  const anyColour = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(anyColour, (accent) => {
      const { fill, ink, text } = shades(invitation(accent))
      expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(fill, '#ffffff')).toBeGreaterThanOrEqual(3)
      expect(contrast(text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }),
  )
  expect(shades(invitation('#1f6f5c')).fill).toBe('#1f6f5c')
})

test('a mail of whoever chose no colour, or from before there was one, has the site’s', () => {
  expect(invitation(null)).toBe(invitation())
  expect(shades(invitation()).fill).toBe('#eb9a1f')
  expect(invitation()).not.toContain('border-top')
})

test.each(['red', '#fff', '#1f6f5c;background:url(x)', 'javascript:1'])(
  'what is no colour writes no mail: %s',
  (accent) => {
    expect(() => invitation(accent)).toThrow()
  },
)

test('what a visitor wrote with favourites stays as it is, and no mail program finds an address in it', () => {
  const said =
    'See https://watches.example/a?b=1 and www.watches.example, mail me@watches.example\n\n12:30, at 1.5 m. Yours'
  const mail = templates['favourites-sent'].render({
    name: 'Iris',
    galleryTitle: 'The Ridge',
    from: 'watches.example',
    email: 'http://watches.example/a@b.example',
    note: said,
    count: 1,
    url: link,
  })
  for (const written of [mail?.text ?? '', mail?.html.replaceAll(/<[^>]*>/g, '\n') ?? '']) {
    expect(written.replaceAll(link, '')).not.toMatch(/\w[.:@]\w|:\/\//)
    for (const line of said.split('\n')) expect(written.replaceAll('\u2060', '')).toContain(line)
  }
  expect(mail?.html.match(/<a /g)).toHaveLength(2)
})

test('the address of who sent favourites can be answered', () => {
  const { text } = templates['favourites-sent'].render({
    name: 'Iris',
    galleryTitle: 'The Ridge',
    from: 'Maya',
    email: 'maya.osei+album@mail.example.com',
    note: '',
    count: 1,
    url: link,
  }) ?? { text: '' }
  expect(text).toContain('maya.osei+album@mail.example.com')
  expect(text).not.toContain('They wrote')
})

test('a logo has its size and the name of whom it is of; on a dark ground it lies on one', () => {
  const url = 'https://darkslide.test/logos/a/b.png'
  const render = (logo: object | null, photographerName = 'Iris & <Sons>') =>
    templates['gallery-invitation'].render({
      photographerName,
      title: 'Race',
      accessCode: null,
      asksPassword: false,
      expiresAt: null,
      link,
      logo,
    })
  const mail = render({ url, width: 200, height: 50, isOnDark: false })
  expect(mail?.html).toContain(`<img src="${url}" alt="Iris &amp; &lt;Sons&gt;" width="200" height="50"`)
  expect(mail?.html).not.toContain('#0c0b0a')
  expect(mail?.text).not.toContain(url)
  expect(render({ url, width: 200, height: 50, isOnDark: true })?.html).toContain('background:#0c0b0a')
  expect(render(null)?.html).not.toContain('<img')
  expect(() => render({ url: 'x', width: 200, height: 50, isOnDark: true })).toThrow()
})
