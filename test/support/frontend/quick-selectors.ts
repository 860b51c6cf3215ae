import * as PropertySymbol from 'happy-dom/lib/PropertySymbol.js'
import QuerySelector from 'happy-dom/lib/query-selector/QuerySelector.js'
import type SelectorItem from 'happy-dom/lib/query-selector/SelectorItem.js'

/**
 * happy-dom asks each rule of each style sheet about an element and its parents, and each of Testing Library's hundred
 * selectors of roles, and notes every answer until something changes. Most of them name a class, a tag or an attribute that
 * the element does not have: they are told no at once, as browsers do that sort rules by the last part of their selectors.
 * All others are answered as before, so every answer is the same.
 */

/** As happy-dom answers by itself. */
export const matchesByItself = QuerySelector.matches.bind(QuerySelector)
type Element = Parameters<typeof matchesByItself>[0]

/** The last part of each of a selector's alternatives. */
const lastParts = new Map<string, readonly SelectorItem[]>()

/** The conditions of `SelectorItem.match` that need no look at other elements. */
const isOut = ({ isPseudoElement, tagName, id, classNames, attributes }: SelectorItem, element: Element): boolean => {
  if (isPseudoElement) return true
  if (tagName && tagName !== '*' && tagName !== element.tagName.toUpperCase()) return true
  if (id && id !== element.id) return true
  if (classNames) {
    const own = element.getAttribute('class') ?? ''
    // What is nowhere in the attribute is no class of it; what is there may be a part of a longer name.
    if (classNames.some((name) => !own.includes(name))) return true
  }
  return attributes?.some(({ name }) => !element.hasAttribute(name)) ?? false
}

QuerySelector.matches = (element, selector, options) => {
  const known = lastParts.get(selector)
  if (known && element.nodeType === 1 && known.every((part) => isOut(part, element))) return null
  const match = matchesByItself(element, selector, options)
  if (known === undefined && typeof selector === 'string') {
    // Only what was found valid is kept there.
    const groups = element[PropertySymbol.window][PropertySymbol.querySelectorCache].get(selector.trim())
    const parts = groups?.flatMap((group) => group.at(-1) ?? [])
    if (parts && parts.length > 0) lastParts.set(selector, parts)
  }
  return match
}
