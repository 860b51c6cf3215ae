import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { repository } from '#lib/functions/function-code.ts'

const config = 'frontend/vite.config.ts'

/**
 * The built application. Built while the application is synthesized, as the functions are, so that a deployment never
 * ships yesterday's pages; where stacks are not bundled, a page that says nothing stands in.
 * @throws when there is nothing to build.
 */
export const builtPages = (scope: Construct): ISource => {
  if (!Stack.of(scope).bundlingRequired) return Source.data('index.html', '')
  if (!existsSync(join(repository, config)))
    throw new Error(`${config} does not exist: the application cannot be built.`)
  const outdir = join(repository, 'cdk.out/.pages')
  const vite = join(repository, 'node_modules/vite/bin/vite.js')
  // Its report goes to the error stream: the CDK reads nothing from either, and people see it.
  execFileSync(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', outdir, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: repository, stdio: ['ignore', 2, 2] },
  )
  return Source.asset(outdir)
}
