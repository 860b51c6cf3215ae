import { expect, test } from 'vitest'
import { api } from '#schema/api/all.ts'
import { CreateProofSession } from '#schema/api/proofing.ts'
import {
  comparableCode,
  Email,
  KnownEmail,
  line,
  mailboxOf,
  PageName,
  paragraph,
  requiredEmail,
  requiredLine,
  slugOf,
  Timestamp,
  website,
} from '#schema/text.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'

test.each([
  'ada@example.com',
  ' Ada@Example.com ',
  'a@b.c',
  "o'neil+photos@mail.example.co.uk",
  'ada.l_o-v+1@xn--mnchen-3ya.example',
  `${'a'.repeat(64)}@example.com`,
])('%j is an email address', (text) => {
  expect(Email.parse(text)).toBe(text.trim().toLowerCase())
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@example.',
  'ada@example..com',
  'a da@example.com',
  'ada@@example.com',
  'x<victim@example.com>',
  'x<victim@example.com',
  '(1)victim@example.com',
  'victim@example.com(1)',
  '"vic tim"@example.com',
  '"victim"@example.com',
  'a,victim@example.com',
  'a;victim@example.com',
  'a:victim@example.com;',
  'victim@[127.0.0.1]',
  'victim@127.0.0.1',
  '.ada@example.com',
  'ada.@example.com',
  'a..da@example.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exam_ple.com',
  'ada@exämple.com/x',
  'ada@exämple.com:25',
  'ada\\@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
])('%j is no email address, and the reason names an example', (text) => {
  const { error } = Email.safeParse(text)
  expect(error?.issues[0]?.message).toBe('Please enter a valid email address, for example ada@example.com.')
})

test.each([
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['Ada@Bücher.Example', 'ada@xn--bcher-kva.example'],
  ['ada@日本。example', 'ada@xn--wgv71a.example'],
  ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
])('the domain of %s is kept as mail servers know it', (typed, kept) => {
  expect(Email.parse(typed)).toBe(kept)
})

test.each(['björn@example.com', '用户@example.com', 'ada\u200B@example.com'])(
  '%j can be sent no mail, and the reason says so',
  (text) => {
    expect(Email.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'We cannot send mail to accented letters before the @. Please enter another address.',
    ])
  },
)

test.each([
  ['ada+photos@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['a.d.a+1+2@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['+1@gmail.com', '+1@gmail.com'],
  ['Ada@München.Example', 'ada@xn--mnchen-3ya.example'],
  ['Ada+1@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
])('the mailbox behind %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test.each([
  ['The Ridge in October', 'the-ridge-in-october'],
  ['Rain,  and — 2 Umbrellas!', 'rain-and-2-umbrellas'],
  ['  Café by Night  ', 'cafe-by-night'],
  ['日本', ''],
])('the slug of %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('what is typed around the text of a proof session is not stored', () => {
  const session = CreateProofSession.parse({
    galleryId: galleryIdOf(1),
    title: '  Choose twenty ',
    clientEmail: ' Client@Example.com ',
    description: '\n For the album. ',
  })
  expect(session).toMatchObject({
    title: 'Choose twenty',
    clientEmail: 'client@example.com',
    description: 'For the album.',
    deadlineAt: null,
  })
})

const title = requiredLine(120, 'Please say something.')

test.each([
  ['a family of one joined sign', '👩‍👩‍👧'],
  ['a joined sign with a variation', 'on fire: ❤️‍🔥'],
  ['a Persian word', 'می‌خواهم'],
  ['a Sinhala conjunct', 'ශ්‍රී'],
])('%s stays whole', (_, text) => {
  expect(title.parse(text)).toBe(text.normalize('NFC'))
})

test.each([
  ['at both ends', '\u200DAda\u200C', 'Ada'],
  ['beside spaces', 'Ada \u200DLovelace\u200C !', 'Ada Lovelace !'],
  ['several in a row', 'Ada\u200C\u200D\u200C', 'Ada'],
  ['behind what is taken out itself', 'Ada\u200D\u200B', 'Ada'],
])('joiners that join nothing are taken out: %s', (_, text, cleaned) => {
  expect(title.parse(text)).toBe(cleaned)
})

test.each(['\u200D', '\u200C\u200D\u200C', ' \u200D ', '\uFE0F\u200D\uFE0F', '\u00AD\u200D\u00AD'])(
  'joiners alone make no text: %j',
  (text) => {
    expect(title.safeParse(text).data ?? '').not.toMatch(/[\u200C\u200D]/)
  },
)

test('a time is kept in UTC, to the millisecond', () => {
  expect(Timestamp.parse(new Date('2030-01-01T11:00:00+01:00').toISOString())).toBe('2030-01-01T10:00:00.000Z')
  for (const text of ['2030-01-01T11:00:00.000+01:00', '2030-01-01T10:00:00Z', '2030-01-01', '1893492000000', 'soon'])
    expect(Timestamp.safeParse(text).success).toBe(false)
})

const kinds = {
  line: line(120),
  requiredLine: requiredLine(120, 'Please say something.'),
  paragraph: paragraph(2_000),
  Email,
  requiredEmail: requiredEmail('Please fill this in.'),
  website: website(300),
  PageName,
}
const hostile = {
  blanks: `a${' '.repeat(65_536)}b`,
  'line breaks': `a${' \n'.repeat(32_768)}b`,
  dots: `x@${'.'.repeat(65_536)}@`,
  'at signs': '@'.repeat(65_536),
  marks: `a${'\u0323\u0301'.repeat(32_768)}`,
  joiners: 'a\u200D'.repeat(32_768),
  hyphens: `a${'-'.repeat(65_536)}`,
}
test.each(
  Object.entries(kinds).flatMap(([kind, schema]) => Object.entries(hostile).map((text) => ({ kind, schema, text }))),
)('64 kB of $text.0 are refused as $kind before anything looks at them', ({ schema, text: [, text] }) => {
  expect(schema.safeParse(text).error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})

test('a text of the full length is taken in its longest spelling, with blanks around it', () => {
  const written = '\u1F82'.repeat(120)
  expect(requiredLine(120, '').parse(`  ${written.normalize('NFD')}  `)).toBe(written)
  const { error } = line(120).safeParse('x'.repeat(5_000))
  expect(error?.issues.map(({ message }) => message)).toEqual(['Please use at most 120 characters.'])
})

test('a code is the same as it stands on a card and as it is copied out of a mail', () => {
  expect(comparableCode(' Dawn.\u2060 2030 ')).toBe(comparableCode('DAWN.2030'))
})

test.each(['a..b@docomo.ne.jp', 'x@my_host.com', 'müller@example.com'])(
  'whoever has %s already signs in, resets and closes the account with it',
  (email) => {
    expect(Email.safeParse(email).success).toBe(false)
    expect(KnownEmail.parse(` ${email.toUpperCase()} `)).toBe(email)
  },
)
test('an address without its sign is none, known or not', () => {
  expect(KnownEmail.safeParse('ada.example.com').success).toBe(false)
  expect(KnownEmail.safeParse('').success).toBe(false)
})

test.each([
  ['nobody', /^Please enter a valid email address/],
  ['björn@example.com', /^We cannot send mail to accented letters/],
])('where a field may stay empty, %s is refused with the same sentence', (email, sentence) => {
  const body = api.galleries.endpoints.create.body
  const { error } = body.safeParse({ title: 'Low Tide', isPublic: false, clientEmail: email })
  expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(sentence)])
})
