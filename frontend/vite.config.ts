import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown, Visitor } from 'vite'

const productionRouter = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
)
const configFile = fileURLToPath(import.meta.url)

const exported = /^export (?:function|const) (\w+)/gm
const formatMethod = /^ {4}\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);\n {4}\},?\n/gm

/**
 * Removes the parts of Zod that no page calls but every visitor would load, 11 kB gzipped:
 * - converting a schema to JSON schema (`docs/openapi.json` is made in Node);
 * - its own error messages (`schema/sentences.ts` has the contract's);
 * - the support for cyclic values, which JSON cannot hold;
 * - the deprecated string methods such as `z.string().email()` for `z.email()`, each of which stays.
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
      const slim = code
        .replace(formatMethod, '')
        .replace('core.config(en())', '')
        .replace('core.config({ memoizer: core.memoizer() })', '')
      if (slim === code) throw new Error(`${id} has no format methods that this plugin knows: look at it again.`)
      return { code: slim, map: null }
    }
    return undefined
  },
}

const quoted = String.raw`(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")`
const summaries = new RegExp(String.raw`(\bsummary:\s*)${quoted}`, 'g')
const impacts = new RegExp(String.raw`(\bsubject\(\s*${quoted},\s*)${quoted}`, 'g')

/** Removes from the contract what only people and alarms read: what each endpoint does, and what fails with a subject. */
const slimContract: Plugin = {
  name: 'slim-contract',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/schema\/api\/[\w-]+\.ts$/.test(id)) return undefined
    return { code: code.replace(summaries, "$1''").replace(impacts, "$1''"), map: null }
  },
}

const ownEndpoint = /const endpoint = \(spec\) => spec;/
/** `make` is called once, by the first who reads anything. */
const lazyEndpoint = [
  'const endpoint = (make) => {',
  '  let made',
  '  const get = (_, name) => (made ??= make())[name]',
  '  const has = (_, name) => name in (made ??= make())',
  '  const ownKeys = () => Reflect.ownKeys(made ??= make())',
  '  const getOwnPropertyDescriptor = (_, name) => Reflect.getOwnPropertyDescriptor(made ??= make(), name)',
  '  return new Proxy({}, { get, has, ownKeys, getOwnPropertyDescriptor })',
  '};',
].join('\n')

/**
 * Makes endpoints when they are first asked for: `endpoint({ … })` becomes `endpoint(() => ({ … }))`. With a subject's
 * endpoints a page brings some fifty along, each with its schemas, and calls three.
 */
const lazyContract: Plugin = {
  name: 'lazy-contract',
  apply: 'build',
  transform(code, id) {
    if (!/\/schema\/api\/[\w-]+\.ts$/.test(id)) return undefined
    if (id.endsWith('/endpoint.ts')) {
      if (!ownEndpoint.test(code)) throw new Error(`${id} has no endpoint that this plugin knows: look at it again.`)
      return { code: code.replace(ownEndpoint, lazyEndpoint), map: null }
    }
    let lazy = ''
    let done = 0
    new Visitor({
      CallExpression({ callee, arguments: [literal] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || !literal) return
        lazy += `${code.slice(done, literal.start)}() => (${code.slice(literal.start, literal.end)})`
        done = literal.end
      },
    }).visit(this.parse(code))
    return { code: lazy + code.slice(done), map: null }
  },
}

const localeOrder = 'return a.localeCompare(b);'
/** Changes to the style engine by its file. All places of a text are changed, and it must be there. */
const chakraChanges: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  system: [
    ['const _global = [', 'const makeGlobal = () => ['],
    ['return {\n    $$chakra: true', 'let global;\n  return {\n    $$chakra: true'],
    ['    _global,', '    get _global() { return (global ??= makeGlobal()) },'],
  ],
  conditions: [
    ['function keys() {', 'const names = Object.keys(values);\n  function keys() {'],
    ['return Object.keys(values);', 'return names;'],
  ],
  'sort-at-params': [[localeOrder, 'return a < b ? -1 : a > b ? 1 : 0;']],
}

/** Those that were found by the build that runs. */
const chakraFiles = new Set<string>()

/**
 * Spares a slow phone what the style engine does before a page that came as HTML can be taken over, a third of a second:
 * - it writes all of the theme's global rules, which such a page has (`withoutGlobals` of `ui/theme.ts`): now when read;
 * - it lists its conditions anew for each property of each style: now once;
 * - it sorts media queries as words of the reader's language, whose order the browser has to load: now by their codes.
 */
const slimChakra: Plugin = {
  name: 'slim-chakra',
  apply: 'build',
  enforce: 'pre',
  buildStart() {
    chakraFiles.clear()
  },
  transform(code, id) {
    const file = /@chakra-ui\/react\/.*\/styled-system\/([\w-]+)\.js$/.exec(id)?.[1] ?? ''
    const changes = chakraChanges[file]
    if (!changes) return undefined
    chakraFiles.add(file)
    const missing = changes.find(([from]) => !code.includes(from))
    if (missing) throw new Error(`${id} has no “${missing[0]}” that this plugin knows: look at it again.`)
    return { code: changes.reduce((slim, [from, to]) => slim.replaceAll(from, () => to), code), map: null }
  },
  // A file by another name would be left as it is, and nobody would see why phones are slow.
  buildEnd(error) {
    const missing = Object.keys(chakraChanges).find((file) => !chakraFiles.has(file))
    if (!error && missing)
      throw new Error(`The style engine has no “${missing}.js” any more: look at slimChakra again.`)
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

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>

const chunksOf = (bundle: Bundle) => {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The site was built without its entry.')
  // Pages whose first view comes as HTML.
  const pages = chunks.flatMap((chunk) => {
    const kind = /^(landing|browse|gallery|auth|portfolio|portfolio-gallery)-page$/.exec(chunk.name)?.[1]
    return kind === undefined ? [] : [{ kind, chunk }]
  })
  return { entry, pages }
}

/** Everything that a chunk imports at once, itself included. */
const loadedWith = (start: Rolldown.OutputChunk, bundle: Bundle): Set<string> => {
  const files = new Set([start.fileName])
  for (const file of files) {
    const chunk = bundle[file]
    for (const name of chunk?.type === 'chunk' ? chunk.imports : []) files.add(name)
  }
  return files
}

/** What a chunk imports at once, each behind what it imports itself, and the chunk at last. */
const inOrder = (start: Rolldown.OutputChunk, bundle: Bundle): string[] => {
  const files = new Set<string>()
  const visit = ({ fileName, imports }: Rolldown.OutputChunk, above: readonly string[]) => {
    for (const name of imports) {
      const chunk = bundle[name]
      if (chunk?.type === 'chunk' && !files.has(name) && !above.includes(name)) visit(chunk, [...above, fileName])
    }
    files.add(fileName)
  }
  visit(start, [])
  return [...files]
}

/** Where the function that serves pages finds what it draws them with, below the folder of the built site. */
const firstViewFolder = 'first-view'

/**
 * Writes beside the site what draws its public pages as HTML: their components as a program for Node, `index.html`, and
 * which files each page's code consists of. All of one build: the browser takes over what was drawn.
 */
const firstViews: Plugin = {
  name: 'first-views',
  async writeBundle({ dir = '' }, bundle) {
    const { entry, pages } = chunksOf(bundle)
    const index = bundle['index.html']
    if (index?.type !== 'asset') throw new Error('The site was built without its page.')
    const atOnce = loadedWith(entry, bundle)
    // In the order in which they run.
    const preloads = pages.map(({ kind, chunk }) => [kind, inOrder(chunk, bundle).filter((file) => !atOnce.has(file))])
    const outDir = join(dir, firstViewFolder)
    await build({
      configFile,
      logLevel: 'warn',
      // Programs for Node are built to ask at run time, and carry React twice.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: fileURLToPath(new URL('src/app/render-first-view.tsx', import.meta.url)),
        outDir,
        emptyOutDir: true,
        minify: true,
        copyPublicDir: false,
      },
    })
    await writeFile(join(outDir, 'index.html'), index.source)
    await writeFile(join(outDir, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads), undefined, 2))
    // Its files are modules wherever the folder is put.
    await writeFile(join(outDir, 'package.json'), '{ "type": "module" }\n')
  },
}

const target = 'es2023'

/** `start.ts` as one plain file that runs these. */
const startOf = async (files: readonly string[]): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { filesInTurn: JSON.stringify(files) },
    build: {
      write: false,
      target,
      modulePreload: false,
      rolldownOptions: { input: fileURLToPath(new URL('src/app/start.ts', import.meta.url)) },
    },
  })
  const [chunk, ...others] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('start.ts is more than one plain file.')
  return chunk.code
}

/** Puts `start.ts` before the entry; see there. */
const inTurn: Plugin = {
  name: 'in-turn',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const { entry } = chunksOf(bundle)
      const index = bundle['index.html']
      const own = `<script type="module" crossorigin src="/${entry.fileName}"></script>`
      if (index?.type !== 'asset' || typeof index.source !== 'string' || !index.source.includes(own))
        throw new Error('The site was built without its page, or that without its entry.')
      const source = await startOf(inOrder(entry, bundle).map((file) => `./${basename(file)}`))
      const start = this.getFileName(this.emitFile({ type: 'asset', name: 'start.js', source }))
      const tags = [
        `<script type="module" crossorigin src="/${start}"></script>`,
        `<link rel="modulepreload" crossorigin href="/${entry.fileName}">`,
      ]
      index.source = index.source.replace(own, tags.join('\n    '))
    },
  },
}

/** What only `withTheme` of the style engine uses, which nothing here calls: a way to copy statics, and all kinds of elements. */
const withoutStatics: Plugin = {
  name: 'without-statics',
  apply: 'build',
  enforce: 'pre',
  transform: (_code, id) =>
    /hoist-non-react-statics\/dist\/.*\.js$/.test(id)
      ? { code: 'export default (component) => component', map: null }
      : undefined,
}

/**
 * Dialogs and menus stay apart: a scrap of theirs would bring its whole library along. So do the photos of a gallery,
 * which three pages show, the viewer, which none shows at first, and the parts of zips, which few ever have.
 */
const sharedByPublicPages =
  /lucide-react|frontend\/src\/(?:ui\/(?!dialog|confirm|menu|tabs|lightbox|use-zoom|slideshow|type-pairs|fonts\/)|shared\/(?!forms\/|not-found\/|subscriptions\/|zips\/|choices\/|contact\/|galleries\/(?:photo-order|gallery-))|pages\/portfolio\/|features\/(?:galleries\/(?!own\/|report-dialog|viewer|share-(?:button|link|favourites|gallery)|send-attempts|qr-card|number-cards|start-list|cut-to-fit|photo-wall|photo-grid|photo-tile|tile-area|wall-layout|pager|selection|use-|gallery-(?:header|error|cover)|heart-|favourite|photo-times|time-search|whole-line)|orders\/|cart\/))|react-query/

/** The photos of a gallery in one file, which its favourites load whole. */
const photosOfGallery =
  /features\/galleries\/(?:photo-wall|photo-grid|photo-tile|tile-area|wall-layout|pager|selection|use-|gallery-(?:header|error|cover)|heart-|favourites-link|photo-times|whole-line)/

/** The public pages that show photos or galleries. */
const galleryPages = [
  'features/galleries/browse-page.tsx',
  'features/galleries/gallery-page.tsx',
  'pages/portfolio/portfolio-page.tsx',
  'pages/portfolio/portfolio-gallery-page.tsx',
].map((file) => fileURLToPath(new URL(`src/${file}`, import.meta.url)))
const neededBy = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>()
/** What these pages run before they are taken over. */
const neededByGalleries = (context: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const needed = new Set(galleryPages)
  const missing = galleryPages.find((id) => !context.getModuleInfo(id))
  if (missing) throw new Error(`${missing} is not in the site: has it another name now?`)
  for (const id of needed) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) needed.add(imported)
  return needed
}
const isNeeded = (id: string, context: Rolldown.ChunkingContext): boolean => {
  const needed = neededBy.get(context) ?? neededByGalleries(context)
  neededBy.set(context, needed)
  return needed.has(id)
}
/** Names a group of those modules alone; the others are left to the groups that follow. */
const needed = (name: string) => (id: string, context: Rolldown.ChunkingContext) =>
  isNeeded(id, context) ? name : null
/** Names a group of modules; those that only other pages need, which a gallery would run for nothing, are one of their own. */
const byNeed = (name: string) => (id: string, context: Rolldown.ChunkingContext) =>
  isNeeded(id, context) ? name : `${name}-more`

/**
 * What every page needs in five files, by what has to be run before what (see `inTurn`); small modules that several
 * pages share in one. Left alone, a gallery's page asks for 34 files, half of them an icon each.
 */
const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'libraries',
      tags: ['$initial'],
      test: /node_modules\/(?:react|react-dom|scheduler|zod|@chakra-ui|@emotion|@pandacss|stylis)\/|shared\/api\/no-eval/,
      priority: 3,
    },
    { name: 'theme', tags: ['$initial'], test: /ui\/(?:theme|tokens|recipes)\.ts/, priority: 2 },
    { name: 'first', tags: ['$initial'], priority: 1 },
    // The contract in three, so that none is run for long at once: what all pages need, what there is, what is asked.
    { name: 'values', tags: ['$initial'], test: /\/schema\//, priority: 2 },
    { name: needed('entities'), test: /\/schema\/(?!api\/)/, minShareCount: 2, priority: 1 },
    { name: byNeed('contract'), test: /\/schema\//, minShareCount: 2 },
    { name: byNeed('shared'), test: sharedByPublicPages, minShareCount: 2, maxModuleSize: 12_000 },
    { name: 'photos', test: photosOfGallery, minShareCount: 2 },
  ],
}

/** A door is only a list of names: who enters by it loads the files of the names that are used, and no others. */
const doors = [{ test: /features\/[^/]+\/public\.ts$/, sideEffects: false }]

/** The built site: hashed files that never change beside an `index.html` that is always asked for anew. */
export default defineConfig(({ command, isSsrBuild }) => {
  const isSite = command === 'build' && isSsrBuild !== true
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [
      react(),
      slimZod,
      slimContract,
      lazyContract,
      slimChakra,
      withoutRouterComponents,
      withoutStatics,
      ...(isSite ? [inTurn, firstViews] : []),
    ],
    // By its own name the package always leads to the build with warnings for developers.
    resolve: { alias: [{ find: /^react-router$/, replacement: productionRouter }] },
    // The pages drawn without a browser are one program that needs no packages.
    ssr: { noExternal: true as const, target: 'node' as const },
    build: {
      outDir: fileURLToPath(new URL('../dist', import.meta.url)),
      emptyOutDir: true,
      target,
      // Inlined pictures would have to be allowed by the content security policy and cannot be cached on their own.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { treeshake: { moduleSideEffects: doors }, ...(isSite && { output: { codeSplitting } }) },
    },
    server: { proxy: { '/api': 'http://localhost:4000', '/config.json': 'http://localhost:4000' } },
  }
})
