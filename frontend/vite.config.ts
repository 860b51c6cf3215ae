import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const exported = /^export (?:function|const) (\w+)/gm
const formatMethod = /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},?\n/gm

/**
 * Leaves out of Zod what no page calls but every visitor would load, 11 kB gzip:
 * - what turns a schema into a JSON schema (`docs/openapi.json` is made in Node);
 * - the memory that lets parsed values contain themselves, which JSON cannot;
 * - the deprecated format methods of strings, `z.string().email()` for `z.email()`, each of which keeps its format.
 */
const slimZod: Plugin = {
  name: 'slim-zod',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) {
      const names = [...code.matchAll(exported)].map(([, name]) => name)
      if (names.length === 0) throw new Error(`${id} exports nothing that this plugin knows: look at it again.`)
      const lines = names.map((name) => `export const ${name} = nothing`)
      return {
        code: ['const nothing = () => undefined', ...lines, 'export { nothing as process }'].join('\n'),
        map: null,
      }
    }
    if (/zod\/v4\/classic\/schemas\.js$/.test(id)) {
      const slim = code.replace(formatMethod, '').replace('core.config({ memoizer: core.memoizer() })', '')
      if (slim === code) throw new Error(`${id} has no format methods that this plugin knows: look at it again.`)
      return { code: slim, map: null }
    }
    return undefined
  },
}

/**
 * Marks the router's own link, form and scroll components as free of side effects: unused (`ui/link.tsx` is ours), they
 * would otherwise stay, with the prefetching of the router's framework behind them.
 */
const withoutRouterComponents: Plugin = {
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

/** The built site: hashed files that never change beside an `index.html` that is always asked for anew. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), slimZod, withoutRouterComponents],
  build: {
    outDir: fileURLToPath(new URL('../dist', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // Inlined pictures would have to be allowed by the content security policy and cannot be cached on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://localhost:4000', '/config.json': 'http://localhost:4000' } },
})
