import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '#test/support/tree/files.ts'

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
