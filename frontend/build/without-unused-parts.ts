import type { Plugin } from 'vite'

/**
 * Marks the router's own link, form and scroll components as free of side effects: unused (`ui/link.tsx` is ours), they
 * would otherwise stay, with the prefetching of the router's framework behind them.
 */
export const withoutRouterComponents: Plugin = {
  name: 'without-router-components',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/react-router\/dist\/.*\.mjs$/.test(id)) return undefined
    const slim = code
      .replace(/^(?:Link|NavLink|Form|ScrollRestoration)\.displayName = .*$/gm, '')
      .replace(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
    return { code: slim, map: null }
  },
}

/** What only `withTheme` of the style engine uses, which nothing here calls: a way to copy statics, and all kinds of elements. */
export const withoutStatics: Plugin = {
  name: 'without-statics',
  apply: 'build',
  enforce: 'pre',
  transform: (_code, id) =>
    /hoist-non-react-statics\/dist\/.*\.js$/.test(id)
      ? { code: 'export default (component) => component', map: null }
      : undefined,
}
