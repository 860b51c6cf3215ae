import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** Where the layer of `sharp-layer.ts` appears in a running function. */
export const sharpInLayer = '/opt/nodejs/node_modules/sharp/dist/index.mjs'

/**
 * Bundles one entry for Lambda: ESM, minified, split, so that what is only reached by `import()` (the SDK's credential
 * providers that a function never uses) stays in files that are never parsed. The SDK is bundled: it is then the
 * version that was tested, and loads faster than the runtime's copy.
 * @returns the directory to ship.
 */
export const bundleFunction = (repository: string, entry: string): string => {
  const outdir = join(repository, 'cdk.out/.bundles', entry.replace(/^functions\//, '').replace(/\.lambda\.ts$/, ''))
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir, { recursive: true })
  buildSync({
    absWorkingDir: repository,
    entryPoints: [{ in: entry, out: 'index' }],
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
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
    loader: { '.ttf': 'file' },
    // Native code does not bundle; a layer brings it, and ESM finds it only by its whole path.
    alias: { sharp: sharpInLayer },
    external: [sharpInLayer],
    // CommonJS packages inside an ES module still call `require` for what Node brings.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    logLevel: 'error',
  })
  return outdir
}
