import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct, IConstruct } from 'constructs'
import { repository } from '#lib/functions/function-code.ts'
import { hashedFilesPrefix, type Release } from '#schema/release.ts'

const config = 'frontend/vite.config.ts'

const folder = join(repository, 'cdk.out/.pages')
const firstViewFolder = 'first-view'
const built = new WeakSet<IConstruct>()

/** Builds the application once an app: its files and the program that draws its first views are of one build. */
const build = (scope: Construct): void => {
  if (built.has(scope.node.root)) return
  built.add(scope.node.root)
  if (!existsSync(join(repository, config)))
    throw new Error(`${config} does not exist: the application cannot be built.`)
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  // Its report goes to the error stream: the CDK reads nothing from either, and people see it.
  execFileSync(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: repository, stdio: ['ignore', 2, 2] },
  )
}

/**
 * The built application. It is built during synthesis, as the functions are, so that a deployment never contains an
 * older build. When stacks are not bundled, an empty page takes its place.
 * @throws when there is nothing to build.
 */
export const builtPages = (scope: Construct): { readonly source: ISource; readonly release: Release } => {
  if (!Stack.of(scope).bundlingRequired)
    return { source: Source.data('index.html', ''), release: { files: [`${hashedFilesPrefix}not-built.js`] } }
  build(scope)
  const files = readdirSync(join(folder, hashedFilesPrefix), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    .toSorted()
  return { source: Source.asset(folder, { exclude: [firstViewFolder] }), release: { files } }
}

/** Puts what draws the first views of the same build into a function's bundle. */
export const copyFirstViews = (scope: Construct, outdir: string): void => {
  build(scope)
  cpSync(join(folder, firstViewFolder), outdir, { recursive: true })
}
