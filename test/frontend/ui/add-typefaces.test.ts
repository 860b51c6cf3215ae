import { afterEach, expect, test, vi } from 'vitest'
import { addTypefaces } from '#frontend/ui/add-typefaces.ts'

const english = 'U+20-7E, U+A0'
const ruleOf = (family: string, file: string, range: string) =>
  `@font-face{font-family:${family};font-weight:400;font-display:swap;src:url(/assets/${file}.woff2)format("woff2");unicode-range:${range}}`
const styleOf = (...rules: string[]) => {
  const style = document.createElement('style')
  style.textContent = rules.join('')
  return style
}

/** Each face that was made, in turn, and how its file ends; files come when they are let. */
const browser = () => {
  const asked: string[] = []
  const added: string[] = []
  const ends: PromiseWithResolvers<void>[] = []
  vi.stubGlobal(
    'FontFace',
    class {
      readonly name: string
      readonly unicodeRange: string
      constructor(family: string, source: string, { weight, unicodeRange, display }: FontFaceDescriptors) {
        this.name = [family, source.replaceAll(/["']|url\(|\).*/g, ''), weight, display].join(' ')
        this.unicodeRange = unicodeRange ?? ''
      }
      load() {
        asked.push(this.name)
        const end = Promise.withResolvers<void>()
        ends.push(end)
        return end.promise
      }
    },
  )
  Object.defineProperty(document, 'fonts', {
    value: { add: ({ name }: { name: string }) => added.push(name) },
    configurable: true,
  })
  return { asked, added, ends }
}

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'fonts')
  document.head.replaceChildren()
})

const rules = [
  ruleOf('Newsreader', 'newsreader-accents', 'U+A1-A2'),
  ruleOf('Newsreader', 'newsreader', english),
  ruleOf('Figtree', 'figtree', english),
]

test('the letters of English are fetched, and all faces added at once when the last of them is there', async () => {
  const { asked, added, ends } = browser()
  const done = addTypefaces(styleOf(...rules))
  expect(asked).toEqual(['Newsreader /assets/newsreader.woff2 400 swap', 'Figtree /assets/figtree.woff2 400 swap'])
  ends[0]?.resolve()
  await Promise.resolve()
  expect(added).toEqual([])
  ends[1]?.resolve()
  await done
  expect(added).toEqual([
    'Newsreader /assets/newsreader-accents.woff2 400 swap',
    'Newsreader /assets/newsreader.woff2 400 swap',
    'Figtree /assets/figtree.woff2 400 swap',
  ])
  expect(document.head.childElementCount).toBe(0)
})

test('a file that does not come keeps the other one from nobody', async () => {
  const { added, ends } = browser()
  const done = addTypefaces(styleOf(...rules))
  ends[0]?.reject(new Error('cut line'))
  ends[1]?.resolve()
  await done
  expect(added).toHaveLength(3)
})

test('a range is known however a browser writes it', async () => {
  const { asked } = browser()
  void addTypefaces(styleOf(ruleOf('Figtree', 'figtree', 'u+0020-007e')))
  expect(asked).toEqual(['Figtree /assets/figtree.woff2 400 swap'])
})

test('a browser that makes no style sheets gets the rules as they are', async () => {
  const { asked, added } = browser()
  vi.stubGlobal('CSSStyleSheet', function cannotBeMade() {
    throw new TypeError('Illegal constructor')
  })
  const style = styleOf(...rules)
  await addTypefaces(style)
  expect(document.head.firstChild).toBe(style)
  expect([asked, added]).toEqual([[], []])
})
