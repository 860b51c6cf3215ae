import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda'
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api'
import type { Construct } from 'constructs'
import { bundleFunction } from './bundle.ts'

export const repository = join(import.meta.dirname, '../..')

const bundleFolder = (entry: string): string =>
  join(repository, 'cdk.out/.bundles', entry.replace(/^functions\//, '').replace(/\.lambda\.ts$/, ''))

/**
 * Bundles all entries before the stacks are made, because constructs cannot await. Does nothing for CDK commands that
 * need no code (`cdk list`, `cdk destroy`).
 */
export const bundleFunctions = async (app: Construct): Promise<void> => {
  const wanted: unknown = app.node.tryGetContext(BUNDLING_STACKS)
  if (Array.isArray(wanted) && wanted.length === 0) return
  for (const entry of globSync('functions/**/*.lambda.ts', { cwd: repository })) {
    await bundleFunction({ repository, entry, outdir: bundleFolder(entry) })
  }
}

/**
 * The code of one function. When the stack is not bundled (tests, the local system), only the entry's name is recorded:
 * a template then needs no build, and may name a file that does not exist yet.
 * @param beside Adds files to the bundle in the given folder.
 * @throws when the stack is bundled and the file does not exist, with its name.
 */
export const functionCode = (scope: Construct, entry: string, beside?: (outdir: string) => void): Code => {
  if (!Stack.of(scope).bundlingRequired) return new UnbundledCode(entry)
  if (!existsSync(join(repository, entry)))
    throw new Error(`${entry} does not exist: write it, or take its function out of lib.`)
  const outdir = bundleFolder(entry)
  beside?.(outdir)
  return Code.fromAsset(outdir)
}

/** The code of an entry in a template that is not deployed. */
class UnbundledCode extends Code {
  readonly isInline = false
  private readonly entry: string

  constructor(entry: string) {
    super()
    this.entry = entry
  }

  override bind(): CodeConfig {
    return { s3Location: { bucketName: 'not-bundled', objectKey: this.entry } }
  }
}
