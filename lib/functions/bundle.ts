import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'

/** Where the layer of `sharp-layer.ts` appears in a running function. */
export const sharpInLayer = '/opt/nodejs/node_modules/sharp/dist/index.mjs'

type Bundle = { readonly repository: string; readonly entry: string; readonly outdir: string }

/**
 * Bundles one entry for Lambda: ESM, minified, split, so that what is only reached by `import()` (the SDK's credential
 * providers that a function never uses) stays in files that are never parsed. The SDK is bundled: it is then the
 * version that was tested, and loads faster than the runtime's copy.
 */
export const bundleFunction = ({ repository, entry, outdir }: Bundle): void => {
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  buildSync({
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
    conditions: ['import', 'node'],
    // Native code does not bundle; a layer brings it, and ESM finds it only by its whole path.
    alias: { sharp: sharpInLayer },
    external: [sharpInLayer],
    // CommonJS packages inside an ES module still call `require` for what Node brings.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    logLevel: 'error',
  })
  copyResolved(repository, outdir)
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
