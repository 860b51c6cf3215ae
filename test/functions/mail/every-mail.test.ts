import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { templates } from '#functions/mail/templates/all.ts'
import { samples, trader } from '../../../scripts/mails/samples.ts'

const mails = Object.entries(samples).flatMap(([name, data]) => {
  const template = Object.entries(templates).find(([each]) => each === name)?.[1]
  const words = template?.render(data, trader)
  return words ? [{ name, data, ...words }] : []
})
/** Of ours, or of the operator: numbers of orders and reports, and the reason of a takedown or report. */
const ours = ['orderNumber', 'orderId', 'reportId', 'subjectId', 'what', 'reason']
const tricks = [
  'evil.example',
  'http://evil.example/a',
  'me@evil.example',
  'evil\u3002example',
  'evil\uFF0Eexample',
  'mailto:me',
  'x\r\nBcc: me@evil.example\u0000\u202E',
]
/** The same with `trick` in place of each word that a person may have written. */
const withTrick = (value: unknown, trick: string, key: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => withTrick(each, trick, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTrick(each, trick, name)]))
  const isText = typeof value === 'string' && !/^https:|^\d{4}-\d\d-\d\d|^#[0-9a-f]{6}$/.test(value)
  return isText && !ours.includes(key) ? trick : value
}
const linksIn = (text: string) => [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([link]) => link)

test('every mail that the product sends has a sample', () => {
  // What stands for several mails is none itself.
  const all = Object.keys(templates).filter((name) => name !== 'sales-made')
  expect(mails.map(({ name }) => name).toSorted()).toEqual(all.toSorted())
})

test('thousands are written as on the pages', () => {
  expect(mails.find(({ name }) => name === 'export-ready')?.text).toContain('4,312 files in 9 zips.')
})

describe.each(mails)('$name', ({ name, data, subject, text, html }) => {
  test('says the same in plain text and in HTML, with the one link that its reader needs', () => {
    const wanted = Object.values(data).filter((value) => /^https:/.test(String(value)))
    expect(wanted).toHaveLength(1)
    expect(new Set(linksIn(text))).toEqual(new Set(wanted))
    expect(new Set(linksIn(html.replaceAll('&amp;', '&')))).toEqual(new Set(wanted))
  })

  test.each(tricks)('makes no link, header or other direction of what people wrote in it: %j', (trick) => {
    const template = Object.entries(templates).find(([each]) => each === name)?.[1]
    const mail = template?.render(withTrick(data, trick, ''), trader)
    if (!mail) throw new Error('There is no such mail.')
    for (const hidden of ['\r', '\u0000', '\u202E']) expect(mail.subject + mail.text + mail.html).not.toContain(hidden)
    expect(mail.subject).not.toContain('\n')
    // Whoever sent these can be answered.
    const isAnswered = name === 'favourites-sent' || name === 'report-received'
    const seen = [mail.subject, mail.text, mail.html]
      .join('\n')
      .replaceAll(isAnswered ? /\bme@evil\.example\b/g : '', '')
    expect(seen).not.toMatch(/evil[.\u3002\uFF0E]example|mailto:me|me@evil/)
  })

  test('loads nothing, so that it is whole with images off and tells nobody that it was read', () => {
    expect(html).not.toMatch(/<(img|script|link|style|iframe|form)\b|url\(|\bsrc=/)
  })

  test('has its subject as the title that the standard and screen readers ask of a page', () => {
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(subject)
  })

  test('breaks no line within the number of an order', () => {
    const body = html
      .replace(/<title>.*?<\/title>/, '')
      .replaceAll(/<span style="white-space:nowrap;">DS-\w+<\/span>/g, '')
    expect(body).not.toContain('DS-')
  })

  test('has a subject that a phone shows whole, and few words', () => {
    expect(subject.length).toBeLessThanOrEqual(60)
    expect(text.length).toBeLessThan(750)
  })

  test('has its pictures, phone and desktop, in docs/mails.md (npm run screenshots:mails)', () => {
    const page = readFileSync('docs/mails.md', 'utf8')
    for (const screen of ['desktop', 'phone']) {
      expect(page).toContain(`mails/${name}-${screen}.jpg`)
      expect(existsSync(`docs/mails/${name}-${screen}.jpg`)).toBe(true)
    }
  })
})
