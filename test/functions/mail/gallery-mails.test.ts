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
    { name: hostile, title: hostile, galleryTitle: hostile, approved: 1, maybe: 2, rejected: 3, dashboardUrl: link },
  ],
  ['gallery-expiring', { name: hostile, title: hostile, expiresAt: '2030-07-05T10:00:00.000Z', dashboardUrl: link }],
] as const)('what people wrote is text in the mail %s: no markup, no second header', (name, data) => {
  const mail = templates[name].render(data)
  expect(mail?.subject).not.toMatch(/[\r\n]/)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).toContain(`href="${link}"`)
  expect(mail?.text).toContain(link)
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
