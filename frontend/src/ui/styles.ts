import createCache, { type EmotionCache } from '@emotion/cache'

/** The style engine's memory of the rules that the page has, and whether the theme's global ones are among them. */
export type Styles = { readonly cache: EmotionCache; readonly hasGlobals: boolean }

const key = 'css'
/** Of the one style element that comes with HTML; its rules are named in `data-rules`. */
const elementId = 'first-styles'

/** An empty cache. */
export const freshStyles = (): Styles => ({ cache: createCache({ key }), hasGlobals: false })

/**
 * What a page's HTML has already. The engine's own way would find the rules, too, but moves their elements about, and
 * each move makes the browser work out every style of the page anew.
 */
export const stylesOfPage = (): Styles => {
  const { cache } = freshStyles()
  const rules = document.getElementById(elementId)?.dataset.rules
  for (const id of rules?.split(' ') ?? []) cache.inserted[id] = true
  return { cache, hasGlobals: rules !== undefined }
}

/** A memory that keeps every rule instead of writing it beside its element, and the style element made of them. */
export const collectedStyles = () => {
  const styles = freshStyles()
  styles.cache.compat = true
  const element = (): string => {
    const { inserted, registered } = styles.cache
    const rules = Object.entries(inserted).flatMap(([id, css]) => (typeof css === 'string' ? [{ id, css }] : []))
    const isGlobal = (id: string) => registered[`${key}-${id}`] === undefined
    // Global ones first: they say in which order the layers count.
    const inOrder = [...rules.filter(({ id }) => isGlobal(id)), ...rules.filter(({ id }) => !isGlobal(id))]
    const ids = inOrder.map(({ id }) => id).join(' ')
    return `<style id="${elementId}" data-rules="${ids}">${inOrder.map(({ css }) => css).join('')}</style>`
  }
  return { styles, element }
}
