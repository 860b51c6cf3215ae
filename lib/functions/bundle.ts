import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type OutputAsset, type OutputChunk, type Plugin } from 'rolldown'

/** Where the layer of `sharp-layer.ts` appears in a running function. */
export const sharpInLayer = '/opt/nodejs/node_modules/sharp/dist/index.mjs'

/**
 * Where credentials come from on other machines. A Lambda has them in its environment, which the SDK asks first, so these
 * are never loaded; in the bundle, what they share with the rest (two more protocols, XML) would be parsed at every start.
 */
const otherCredentials = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
]

const isElsewhere = (id: string): boolean => ['sharp', ...otherCredentials].includes(id)

/**
 * OpenSearch's client looks for credentials in all of the SDK's places where it is told none; ours is told (search-index.ts). In
 * the bundle, that look would keep all of them in what every start parses.
 */
const isUnusedBy = (id: string, importer: string | undefined): boolean =>
  id === '@aws-sdk/credential-provider-node' && /@opensearch-project/.test(importer ?? '')

/**
 * Parts of libraries that tree-shaking keeps and no function calls, by the end of their path: 25 kB of every start. A
 * library that changes so that one of these does not fit any more stops the bundling (docs/decisions/0118).
 */
const leftOut: ReadonlyMap<string, (code: string) => string> = new Map([
  // Each kind of schema names its way into JSON Schema, which `npm run openapi` alone asks for; and all look out for cyclic
  // values, which neither JSON nor the table can hold. frontend/build/slim-zod.ts leaves out the same, and more.
  [
    '/zod/v4/classic/schemas.js',
    (code) =>
      code
        .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
        .replace('core.config({ memoizer: core.memoizer() })', ''),
  ],
  // What is left of it is the method of each schema: it refuses, by name.
  [
    '/zod/v4/core/to-json-schema.js',
    (code) =>
      code.replace(/^[\s\S]*$/, (all) =>
        namesOf(all)
          .map((name) => `export const ${name} = () => { throw new Error('No JSON Schema in a bundle') }`)
          .join('\n'),
      ),
  ],
  // The cache of DynamoDB's endpoint discovery, which is off unless a client asks for it. Without one it asks each time.
  [
    '/mnemonist/lru-cache.js',
    (code) =>
      code.replace(
        /^[\s\S]*module\.exports = LRUCache;\s*$/,
        'export default class { has() { return false } get() {} peek() {} set() {} clear() {} }',
      ),
  ],
])

const namesOf = (code: string): string[] =>
  [...code.matchAll(/^export (?:function|const) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
    ([, made, named]) => made ?? named ?? '',
  )

const leavesOut: Plugin = {
  name: 'leaves-out',
  transform: (code, id) => {
    const [, change] = [...leftOut].find(([end]) => id.replaceAll('\\', '/').endsWith(end)) ?? []
    if (change === undefined) return
    const changed = change(code)
    if (changed === code || changed === '') throw new Error(`${id} is not as it was: what of it can be left out?`)
    return { code: changed, map: null }
  },
}

type Bundle = {
  readonly repository: string
  readonly entry: string
  readonly outdir: string
  /** Where the image library is found; default: in its layer. */
  readonly sharp?: string
}

export type BundleSize = {
  /** What is parsed whenever a new copy of the function starts. */
  readonly eagerBytes: number
  /** What waits in files of its own until somebody needs it. */
  readonly laterBytes: number
}

/**
 * Bundles one entry for Lambda: ESM, minified, and split, so that code behind `import()` is in files of its own, which
 * are loaded when needed. The AWS SDK is bundled, so that the tested version runs; it also loads faster than the copy
 * in the runtime. `bench/cold` measures the result.
 */
export const bundleFunction = async ({
  repository,
  entry,
  outdir,
  sharp = sharpInLayer,
}: Bundle): Promise<BundleSize> => {
  const { output } = await build({
    cwd: repository,
    input: { index: `./${entry}` },
    platform: 'node',
    // Native code does not bundle; a layer brings it, and ESM finds it only by its whole path.
    external: (id, importer) => isElsewhere(id) || isUnusedBy(id, importer),
    plugins: [leavesOut],
    treeshake: { moduleSideEffects: (id) => (isSilent(relative(repository, id)) ? false : undefined) },
    resolve: {
      mainFields: ['module', 'main'],
      // First "module": under "node" the SDK's core is CommonJS, of which nothing can be left out.
      conditionNames: ['module', 'import', 'node'],
    },
    output: {
      dir: outdir,
      cleanDir: true,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name]-[hash].mjs',
      paths: { sharp },
      minify: true,
      comments: false,
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
    logLevel: 'silent',
  })
  copyResolved(repository, outdir)
  return sizeOf(output.filter(isChunk))
}

/**
 * A subject's `live.ts` builds parts for several entries, and each bundle should hold only those it uses. Importing a
 * file of a subject has no side effects (`test/structure` checks it), so unused ones are dropped. `functions/media`
 * sets up the image library on import and `functions/shared` may have side effects, so these two are excluded; packages
 * declare it themselves.
 */
const isSilent = (path: string): boolean => /^functions\/(?!media\/|shared\/)/.test(path)

const isChunk = (output: OutputChunk | OutputAsset): output is OutputChunk => output.type === 'chunk'

const sizeOf = (chunks: readonly OutputChunk[]): BundleSize => {
  const eager = new Set(chunks.filter(({ isEntry }) => isEntry))
  // A set that grows while it is walked: what an eager file imports is eager too.
  for (const { imports } of eager) for (const chunk of chunks) if (imports.includes(chunk.fileName)) eager.add(chunk)
  const bytesOf = (some: readonly OutputChunk[]) => some.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0)
  return {
    eagerBytes: bytesOf([...eager]),
    laterBytes: bytesOf(chunks.filter((chunk) => !eager.has(chunk))),
  }
}

/** What the code finds by `import.meta.resolve` (a font) stays a file: it is copied to where that call looks. */
const copyResolved = (repository: string, outdir: string): void => {
  const scripts = readdirSync(outdir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'))
  const text = scripts.map((name) => readFileSync(join(outdir, name), 'utf8')).join('\n')
  for (const [, name] of text.matchAll(/import\.meta\.resolve\(["'`]((?:@[\w-]+\/)?[\w.-]+\/[\w./-]+)["'`]\)/g)) {
    if (name === undefined) continue
    const parts = name.split('/')
    const holder = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
    for (const file of [name, `${holder}/package.json`]) {
      const target = join(outdir, 'node_modules', file)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(repository, 'node_modules', file), target)
    }
  }
}
