import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync, type Metafile } from 'esbuild'

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
 * Bundles one entry for Lambda: ESM, minified, split, so that what is only reached by `import()` stays in files of their
 * own until somebody needs it. The SDK is bundled: it is then the version that was tested, and loads faster than the
 * runtime's copy. `bench/cold` measures what comes of it.
 */
export const bundleFunction = ({ repository, entry, outdir, sharp = sharpInLayer }: Bundle): BundleSize => {
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  const { metafile } = buildSync({
    absWorkingDir: repository,
    entryPoints: [{ in: entry, out: 'index' }],
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    splitting: true,
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    mainFields: ['module', 'main'],
    // First "module": under "node" the SDK's core is CommonJS, of which nothing can be left out.
    conditions: ['module', 'import', 'node'],
    // Native code does not bundle; a layer brings it, and ESM finds it only by its whole path.
    alias: { sharp },
    external: [sharp, ...otherCredentials],
    // CommonJS packages inside an ES module still call `require` for what Node brings.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    metafile: true,
    logLevel: 'error',
  })
  copyResolved(repository, outdir)
  return sizeOf(metafile.outputs)
}

const sizeOf = (outputs: Metafile['outputs']): BundleSize => {
  const eager = new Set<string>()
  const open = Object.keys(outputs).filter((name) => outputs[name]?.entryPoint?.endsWith('.lambda.ts'))
  for (const name of open) {
    if (eager.has(name)) continue
    eager.add(name)
    for (const { path, kind } of outputs[name]?.imports ?? []) if (kind !== 'dynamic-import') open.push(path)
  }
  const scripts = Object.keys(outputs).filter((name) => name.endsWith('.mjs'))
  const bytesOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0)
  return {
    eagerBytes: bytesOf(scripts.filter((name) => eager.has(name))),
    laterBytes: bytesOf(scripts.filter((name) => !eager.has(name))),
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
