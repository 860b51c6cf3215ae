import { CustomResource, Duration } from 'aws-cdk-lib'
import { type IKeyGroup, KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import type { MarketSecrets } from '#lib/data/market-secrets.ts'
import { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'

export type MediaKeysProps = { readonly stage: Stage; readonly alarms: Alarms; readonly secrets: MarketSecrets }

/**
 * The key pair behind signed addresses. A small function makes it inside the account at the first deployment: the
 * private half goes into Secrets Manager, the public half to CloudFront, neither through anybody's hands.
 */
export class MediaKeys extends Construct {
  readonly group: IKeyGroup
  private readonly publicKey: PublicKey
  private readonly secrets: MarketSecrets

  constructor(scope: Construct, id: string, { stage, alarms, secrets }: MediaKeysProps) {
    super(scope, id)
    this.secrets = secrets
    const maker = new MarketFunction(this, 'Maker', {
      stage,
      alarms,
      entry: 'functions/media/make-media-key.lambda.ts',
      impact: 'A deployment cannot make or read the key that signs addresses of pictures.',
      runbook: 'media-key',
      timeout: Duration.seconds(30),
    })
    secrets.grantMakeMediaKey(maker)
    const made = new CustomResource(this, 'KeyPair', {
      resourceType: 'Custom::MediaKeyPair',
      serviceToken: maker.lambda.functionArn,
      serviceTimeout: Duration.minutes(2),
    })
    this.publicKey = new PublicKey(this, 'PublicKey', { encodedKey: made.getAttString('publicKeyPem') })
    this.group = new KeyGroup(this, 'Group', { items: [this.publicKey] })
  }

  /** Lets `fn` sign addresses under `/media/` and `/files/`. */
  grantSign(fn: MarketFunction): void {
    this.secrets.grantRead(fn, 'MEDIA_KEY_SECRET_ID')
    fn.setting('MEDIA_KEY_PAIR_ID', this.publicKey.publicKeyId)
  }
}
