import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache'

/** Emotion's record of the style rules that the page has, and whether the theme's global rules are among them. */
export type Styles = { readonly cache: EmotionCache; readonly hasGlobals: boolean }

const key = 'css'
/** The id of the style element in server-rendered HTML. Its attribute `data-rules` lists the names of its rules. */
const elementId = 'first-styles'

/**
 * Properties that Safari still knows by a name of its own alone
 * (caniuse.com/user-select-none, caniuse.com/text-size-adjust; of `text-decoration` all but the line itself:
 * caniuse.com/text-decoration).
 */
const safariAlone = /^(?:user-select|text-size-adjust|text-decoration)$/
/**
 * In place of Emotion's own, which writes all that browsers of ten years ago needed: a fifth of a page's rules. Whoever
 * knows the site's colours (`light-dark()`, Safari 17.5, Chrome 123, Firefox 120: caniuse.com/mdn-css_types_color_light-dark)
 * knows all else by its name.
 */
const prefixed: StylisPlugin = (element) => {
  if (element.type === 'decl' && safariAlone.test(String(element.props)))
    element.return = `-webkit-${element.value}${element.value}`
}

/** One array for all: by it Emotion finds what it wrote of a rule for an earlier page (`getServerStylisCache`). */
const stylisPlugins = [prefixed]

/** An empty cache. */
export const freshStyles = (): Styles => ({
  cache: createCache({ key, stylisPlugins }),
  hasGlobals: false,
})

/**
 * Reads which rules the page's HTML has already. Emotion's own hydration finds them, too, but moves their style
 * elements, and each move makes the browser compute all styles of the page again.
 */
export const stylesOfPage = (): Styles => {
  const { cache } = freshStyles()
  const rules = document.getElementById(elementId)?.dataset.rules
  for (const id of rules?.split(' ') ?? []) cache.inserted[id] = true
  return { cache, hasGlobals: rules !== undefined }
}

/** Collects all rules of a page that is drawn on the server, and makes one style element of them. */
export const collectedStyles = () => {
  const styles = freshStyles()
  styles.cache.compat = true
  const element = (): string => {
    const { inserted, registered } = styles.cache
    const rules = Object.entries(inserted).flatMap(([id, css]) => (typeof css === 'string' ? [{ id, css }] : []))
    const isGlobal = (id: string) => registered[`${key}-${id}`] === undefined
    // Global rules come first, because of two of the same weight the later one wins.
    const inOrder = [...rules.filter(({ id }) => isGlobal(id)), ...rules.filter(({ id }) => !isGlobal(id))]
    const ids = inOrder.map(({ id }) => id).join(' ')
    return `<style id="${elementId}" data-rules="${ids}">${inOrder.map(({ css }) => css).join('')}</style>`
  }
  return { styles, element }
}
