import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { templates } from '#functions/mail/templates/all.ts'
import { samples, trader } from '../../../scripts/mails/samples.ts'

const mails = Object.entries(samples).flatMap(([name, data]) => {
  const template = Object.entries(templates).find(([each]) => each === name)?.[1]
  const words = template?.render(data, trader)
  return words ? [{ name, data, ...words }] : []
})
const linksIn = (text: string) => [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([link]) => link)

test('every mail that the product sends has a sample', () => {
  // What stands for several mails is none itself.
  const all = Object.keys(templates).filter((name) => name !== 'sales-made')
  expect(mails.map(({ name }) => name).toSorted()).toEqual(all.toSorted())
})

describe.each(mails)('$name', ({ name, data, subject, text, html }) => {
  test('says the same in plain text and in HTML, with the one link that its reader needs', () => {
    const wanted = Object.values(data).filter((value) => /^https:/.test(String(value)))
    expect(wanted).toHaveLength(1)
    expect(new Set(linksIn(text))).toEqual(new Set(wanted))
    expect(new Set(linksIn(html.replaceAll('&amp;', '&')))).toEqual(new Set(wanted))
  })

  test('loads nothing, so that it is whole with images off and tells nobody that it was read', () => {
    expect(html).not.toMatch(/<(img|script|link|style|iframe|form)\b|url\(|\bsrc=/)
  })

  test('has its subject as the title that the standard and screen readers ask of a page', () => {
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]?.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(subject)
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
