import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleFunction } from '#lib/functions/bundle.ts'

export const contenderNames = ['ours', 'unbundled', 'cdkDefault'] as const
export type ContenderName = (typeof contenderNames)[number]
export type Built = { readonly file: string; readonly eagerBytes: number; readonly laterBytes: number }

const repository = fileURLToPath(new URL('../..', import.meta.url))
const sharp = fileURLToPath(import.meta.resolve('sharp'))

const unbundledFolder = join(repository, 'cdk.out/.cold/unbundled')
let translating: Promise<void> | undefined
const translated = (): Promise<void> => {
  translating ??= translate()
  return translating
}

const translate = async (): Promise<void> => {
  rmSync(unbundledFolder, { recursive: true, force: true })
  const result = await build({
    absWorkingDir: repository,
    entryPoints: globSync('{functions,schema}/**/*.ts', { cwd: repository }),
    outbase: repository,
    outdir: unbundledFolder,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    format: 'esm',
    write: false,
    logLevel: 'error',
  })
  for (const { path, text } of result.outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text.replace(/"([#.][^"\n]*)\.ts"/g, '"$1.mjs"'))
  }
  const imports = { '#functions/*': './functions/*', '#schema/*': './schema/*' }
  writeFileSync(join(unbundledFolder, 'package.json'), JSON.stringify({ type: 'module', imports }))
}

/** One entry, made ready in each way. All lie below the repository, so that packages are found as in a deployment. */
export const contenders: Record<ContenderName, (entry: string, folder: string) => Promise<Built>> = {
  ours: async (entry, folder) => ({
    file: join(folder, 'index.mjs'),
    ...(await bundleFunction({ repository, entry, outdir: folder, sharp })),
  }),

  /** Our files translated one by one, beside the packages as npm installs them: nothing joined, nothing left out. */
  unbundled: async (entry) => {
    await translated()
    return { file: join(unbundledFolder, entry.replace(/\.ts$/, '.mjs')), eagerBytes: 0, laterBytes: 0 }
  },

  /**
   * What `NodejsFunction` makes when it is told nothing: one CommonJS file, not minified, with the SDK left to the
   * runtime. Its command line is in `aws-cdk-lib/aws-lambda-nodejs/lib/bundling.js`.
   */
  cdkDefault: async (entry, folder) => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const result = await build({
      absWorkingDir: repository,
      entryPoints: [entry],
      outfile: join(folder, 'index.js'),
      bundle: true,
      platform: 'node',
      target: 'node24',
      external: ['@aws-sdk/*', '@smithy/*', 'sharp'],
      metafile: true,
      logLevel: 'silent',
    })
    // The repository's own package.json would make it an ES module.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }))
    const eagerBytes = Object.values(result.metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0)
    return { file: join(folder, 'index.js'), eagerBytes, laterBytes: 0 }
  },
}
