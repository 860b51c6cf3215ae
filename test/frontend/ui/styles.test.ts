// @vitest-environment node
import { expect, test } from 'vitest'
import { collectedStyles } from '#frontend/ui/styles.ts'

const rule = (name: string, styles: string) => {
  const { styles: collected, element } = collectedStyles()
  const { cache } = collected
  cache.insert('.css-a', { name, styles }, cache.sheet, true)
  return element().replace(/^<style[^>]*>|<\/style>$/g, '')
}
// By its name what was written of a rule is found again; Emotion makes one of the rule itself.
const written = (styles: string) => rule(styles, styles)

test('what was written of a rule for one page is there for the next, and not written anew', () => {
  expect(rule('known', 'color:red;')).toBe('.css-a{color:red;}')
  expect(rule('known', 'color:blue;')).toBe('.css-a{color:red;}')
})

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
