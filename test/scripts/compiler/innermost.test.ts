import { expect, test } from 'vitest'
import { innermost } from '../../../scripts/compiler/innermost.ts'

const nested = [
  "functions/galleries/create-gallery.ts(41,5): error TS2345: Argument of type '{ id: string; }' is not assignable to parameter of type 'Gallery'.",
  "  The types returned by 'run(...)' are incompatible between these types.",
  "    Property 'location' is missing in type '{ id: string; }' but required in type 'Gallery'.",
].join('\n')

test('a finding is its place and its last, innermost sentence', () => {
  expect(innermost(nested)).toBe(
    "functions/galleries/create-gallery.ts(41,5)\n  Property 'location' is missing in type '{ id: string; }' but required in type 'Gallery'.",
  )
})

test('a sentence that stands at several places is said once, below them', () => {
  const one = "a.ts(1,2): error TS2304: Cannot find name 'x'."
  const other = "b.ts(3,4): error TS2304: Cannot find name 'x'."
  expect(innermost(`${one}\n${other}\n`)).toBe("a.ts(1,2)\nb.ts(3,4)\n  TS2304: Cannot find name 'x'.")
})

test('a type that is spelled out is cut, its beginning stays', () => {
  const short = innermost(`a.ts(1,2): error TS2322: Type '${'a | '.repeat(500)}' is not assignable.`)
  expect(short.length).toBeLessThan(300)
  expect(short).toContain("TS2322: Type 'a | a |")
})

test('what is no finding is printed as it is', () => {
  expect(innermost("error TS5083: Cannot read file 'tsconfig.json'.\n")).toContain('Cannot read file')
  expect(innermost('')).toBe('')
})
