// @vitest-environment node
import createCache from '@emotion/cache'
import { expect, test, vi } from 'vitest'
import { collectedStyles } from '#frontend/ui/styles.ts'

vi.mock('@emotion/cache', async (original) => {
  const actual = await original<typeof import('@emotion/cache')>()
  return { ...actual, default: vi.fn(actual.default) }
})

test('what was written of a rule for one page is there for the next: each is found by the same plugins', () => {
  collectedStyles()
  collectedStyles()
  const [first, second] = vi.mocked(createCache).mock.calls.map(([{ stylisPlugins }]) => stylisPlugins)
  expect(first).toBeDefined()
  expect(second).toBe(first)
})

const written = (styles: string) => {
  const { styles: collected, element } = collectedStyles()
  const { cache } = collected
  // By its name what was written of a rule is found again; Emotion makes one of the rule itself.
  cache.insert('.css-a', { name: styles, styles }, cache.sheet, true)
  return element().replace(/^<style[^>]*>|<\/style>$/g, '')
}

test('a rule says what Safari calls otherwise in both ways, inside of conditions, too', () => {
  expect(written('user-select:none;@media (hover: hover){&:hover{text-decoration:underline dotted;}}')).toBe(
    '.css-a{-webkit-user-select:none;user-select:none;}@media (hover: hover){.css-a:hover{-webkit-text-decoration:underline dotted;text-decoration:underline dotted;}}',
  )
})

test('and nothing that browsers which know the site’s colours do not need', () => {
  const plain = 'display:flex;align-items:center;transition:opacity 1s;position:sticky;width:fit-content;'
  expect(written(plain)).toBe(`.css-a{${plain}}`)
  expect(written('&::placeholder{color:red;}')).toBe('.css-a::placeholder{color:red;}')
  expect(written('text-decoration-thickness:1px;')).toBe('.css-a{text-decoration-thickness:1px;}')
})
