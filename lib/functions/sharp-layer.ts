import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Architecture, Code, type CodeConfig, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { repository } from './function-code.ts'
import { sharpPackages } from './sharp-packages.ts'

/**
 * The image library as a Lambda layer, one for each stack. npm installs packages for the machine it runs on, so the
 * layer is made for Lambda's processor when it is published (`scripts/sharp-layer.ts`, run by `cdk deploy`), from the
 * versions and checksums of the lock file. Synthesizing needs neither network nor the packages.
 */
export const sharpLayer = (scope: Construct): LayerVersion => {
  const stack = Stack.of(scope)
  const made = stack.node.tryFindChild('SharpLayer')
  if (made instanceof SharpLayer) return made.version
  return new SharpLayer(stack, 'SharpLayer').version
}

class SharpLayer extends Construct {
  readonly version: LayerVersion

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.version = new LayerVersion(this, 'Version', {
      description: 'sharp for linux-arm64',
      code: new SharpCode(),
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      compatibleArchitectures: [Architecture.ARM_64],
    })
  }
}

class SharpCode extends Code {
  readonly isInline = false

  override bind(scope: Construct): CodeConfig {
    const stack = Stack.of(scope)
    if (!stack.bundlingRequired) return { s3Location: { bucketName: 'not-bundled', objectKey: 'sharp-layer' } }
    const packages = sharpPackages(repository)
    const program = readFileSync(join(repository, 'scripts/sharp-layer.ts'))
    const { bucketName, objectKey } = stack.synthesizer.addFileAsset({
      executable: ['node', 'scripts/sharp-layer.ts'],
      sourceHash: createHash('sha256').update(JSON.stringify(packages)).update(program).digest('hex'),
      displayName: 'sharp for linux-arm64',
    })
    return { s3Location: { bucketName, objectKey } }
  }
}
