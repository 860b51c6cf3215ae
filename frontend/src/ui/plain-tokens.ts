import type { SystemContext } from '@chakra-ui/react'

type Dictionary = SystemContext['tokens']
type Tokens = { readonly [name: string]: unknown }
type Options = {
  readonly prefix: string
  readonly tokens: Tokens
  readonly breakpoints: Readonly<Record<string, string>>
}

const isObject = (value: unknown): value is Tokens => typeof value === 'object' && value !== null

/**
 * The style engine's dictionary of tokens, for a theme whose tokens have one value each and name no others. Styles are
 * written with a name's reference, which is made of the name alone. `makeWhole`, the engine's own dictionary of an object
 * a token, is called when something else is asked, such as the rules that declare the values. The built site calls this
 * (`slim-chakra.ts`); a test holds that it says the same.
 * @param cssVar The engine's function that makes a custom property's name of words, and a reference to it.
 * @param negate The engine's function that makes the opposite of a reference.
 */
export const plainTokens = (
  makeWhole: (options: Options) => Dictionary,
  cssVar: (words: string, options: { readonly prefix: string }) => { readonly ref: string },
  negate: (reference: string) => string,
  options: Options,
): Dictionary => {
  let made: Dictionary | undefined
  const whole = () => (made ??= makeWhole(options))

  const references = new Map<string, string>()
  const byCategory: Record<string, Record<string, string>> = {}
  const add = (path: readonly string[], value: unknown) => {
    const [category = '', ...words] = path
    const prop = words.join('.')
    const { ref } = cssVar(path.join('-'), options)
    const ofCategory = byCategory[category] ?? {}
    byCategory[category] = ofCategory
    ofCategory[prop] = ref
    references.set(`${category}.${prop}`, ref)
    if (category !== 'spacing' || value === '0rem') return
    const opposite = negate(ref)
    ofCategory[`-${prop}`] = opposite
    references.set(`${category}.-${prop}`, opposite)
  }
  const walk = (tokens: Tokens, path: readonly string[]) => {
    if ('value' in tokens) add(path, tokens.value)
    else
      for (const [name, child] of Object.entries(tokens))
        if (isObject(child)) walk(child, name === 'DEFAULT' ? path : [...path, name])
  }
  walk(options.tokens, [])
  // What is hidden from a width on asks for the token itself, on every page.
  const breakpoints = new Map<string, NonNullable<ReturnType<Dictionary['getByName']>>>()
  for (const [prop, value] of Object.entries(options.breakpoints)) {
    const path = ['breakpoints', prop]
    const name = path.join('.')
    const extensions = { originalPath: path, category: 'breakpoints', prop }
    breakpoints.set(name, { value, originalValue: value, name, path, extensions })
    add(path, value)
    add(['sizes', `breakpoint-${prop}`], value)
  }

  return {
    prefix: options.prefix,
    getVar: (name, fallback) => references.get(name) ?? fallback,
    getCategoryValues: (category) => byCategory[category] ?? {},
    expandReferenceInValue: (value) =>
      value.includes('{') || value.includes('token(') ? whole().expandReferenceInValue(value) : value,
    getByName: (name) => breakpoints.get(name) ?? whole().getByName(name),
    formatTokenName: (path) => whole().formatTokenName(path),
    formatCssVar: (path, prefix) => whole().formatCssVar(path, prefix),
    registerToken: (token, phase) => whole().registerToken(token, phase),
    get allTokens() {
      return whole().allTokens
    },
    get tokenMap() {
      return whole().tokenMap
    },
    get flatMap() {
      return whole().flatMap
    },
    get cssVarMap() {
      return whole().cssVarMap
    },
    get categoryMap() {
      return whole().categoryMap
    },
    get colorPaletteMap() {
      return whole().colorPaletteMap
    },
  }
}
