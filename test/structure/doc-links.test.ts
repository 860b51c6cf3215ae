import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, repository, textOf, zones } from '#test/support/tree/files.ts'

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: repository })]
/** Of Markdown and of pictures in HTML; without the place in a page. Addresses of the web and places of the same page are none. */
const linksOf = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, attribute = '']) => (link ?? attribute).replace(/#.*/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))

test('each relative link of the documents leads to a file that is there', () => {
  const links = pages.flatMap((page) =>
    linksOf(readFileSync(join(repository, page), 'utf8')).map((link) => ({ page, link })),
  )
  expect(links.length).toBeGreaterThan(300)
  expect(links.filter(({ page, link }) => !existsSync(join(repository, dirname(page), link)))).toEqual([])
})

/** A comment's lines as one, so that a place which is named across two of them is read. */
const unwrapped = (text: string) => text.replace(/\n\s*(?:\*|\/\/) ?/g, ' ')
/** What a page can be opened at: its headings, and the words in bold that a paragraph begins with. */
const placesIn = (page: string) =>
  [...textOf(page).matchAll(/^(?:#+ (.+)|\*\*(.+?)\*\*.*)$/gm)].map(([, heading, lead = '']) =>
    (heading ?? lead).replace(/\.$/, '').trim(),
  )

test('each place of a document that source names, as docs/money.md, "Prices", is there', () => {
  const named = zones
    .flatMap(filesBelow)
    .flatMap((file) =>
      [...unwrapped(textOf(file)).matchAll(/(?<![\w/])(docs\/[\w/-]+\.md)`?,? (?:section )?"([^"]+)"/g)].map(
        ([, page = '', place = '']) => ({ file, page, place }),
      ),
    )
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter(({ page, place }) => !placesIn(page).includes(place))).toEqual([])
})
