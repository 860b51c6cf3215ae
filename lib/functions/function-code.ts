import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Code, type CodeConfig } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { bundleFunction } from './bundle.ts'

export const repository = join(import.meta.dirname, '../..')

/**
 * The code of one entry. Where the stack is not bundled (tests, the local system) only its name is kept, so that a
 * template costs no build and may name a file that is still to be written.
 * @throws when the stack is bundled and the file does not exist, with its name.
 */
export const functionCode = (scope: Construct, entry: string): Code => {
  if (!Stack.of(scope).bundlingRequired) return new UnbundledCode(entry)
  if (!existsSync(join(repository, entry)))
    throw new Error(`${entry} does not exist: write it, or take its function out of lib.`)
  const outdir = join(repository, 'cdk.out/.bundles', entry.replace(/^functions\//, '').replace(/\.lambda\.ts$/, ''))
  bundleFunction({ repository, entry, outdir })
  return Code.fromAsset(outdir)
}

/** Stands for an entry in a template that nobody deploys. */
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
