import { CfnOutput, CustomResource, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { type IKeyGroup, KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'

export type MediaKeysProps = { readonly stage: Stage; readonly alarms: Alarms }

/**
 * The key pairs behind signed addresses: one, and a second while they are exchanged. CloudFront trusts them all,
 * functions sign with the first.
 */
export class MediaKeys extends Construct {
  readonly group: IKeyGroup
  private readonly signing: MediaKey

  constructor(scope: Construct, id: string, { stage, alarms }: MediaKeysProps) {
    super(scope, id)
    const keys = stage.mediaKeys.map((name) => new MediaKey(this, `Key${name}`, { alarms, stage }))
    const [signing] = keys
    if (signing === undefined) throw new Error('Addresses cannot be signed without a key.')
    this.signing = signing
    this.group = new KeyGroup(this, 'Group', { items: keys.map(({ publicKey }) => publicKey) })
    new CfnOutput(Stack.of(this), 'MediaKeyPairs', { value: stage.mediaKeys.join(',') })
  }

  /** Lets `fn` sign addresses under `/media/` and `/files/`. */
  grantSign(fn: MarketFunction): void {
    const { secret, publicKey } = this.signing
    fn.allow({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] })
    fn.setting('MEDIA_KEY_SECRET_ID', secret.secretArn)
    fn.setting('MEDIA_KEY_PAIR_ID', publicKey.publicKeyId)
  }
}

/**
 * One pair. A small function makes it inside the account when it is first deployed: the private half goes into Secrets
 * Manager, the public half to CloudFront, neither through anybody's hands.
 */
class MediaKey extends Construct {
  readonly secret: Secret
  readonly publicKey: PublicKey

  constructor(scope: Construct, id: string, { stage, alarms }: MediaKeysProps) {
    super(scope, id)
    this.secret = new Secret(this, 'Private', {
      description: 'Private key that signs addresses of pictures and files; made while it is deployed',
      // Whoever drops the pair has waited until its last address ended; without CloudFront it opens nothing.
      removalPolicy: RemovalPolicy.DESTROY,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'notYet',
        passwordLength: 43,
        excludePunctuation: true,
      },
    })
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Its public half is a resource of CloudFront: `npm run ops -- rotate media` says the deployments.',
    })
    const maker = new MarketFunction(this, 'Maker', {
      stage,
      alarms,
      entry: 'functions/media/make-media-key.lambda.ts',
      impact: 'A deployment cannot make or read the key that signs addresses of pictures.',
      runbook: 'media-key',
      timeout: Duration.seconds(30),
    })
    maker.allow({
      actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
      resources: [this.secret.secretArn],
    })
    maker.setting('MEDIA_KEY_SECRET_ID', this.secret.secretArn)
    const made = new CustomResource(this, 'Pair', {
      resourceType: 'Custom::MediaKeyPair',
      serviceToken: maker.lambda.functionArn,
      serviceTimeout: Duration.minutes(2),
    })
    this.publicKey = new PublicKey(this, 'Public', { encodedKey: made.getAttString('publicKeyPem') })
    this.keepTellingOthers()
  }

  /** Functions of later stacks change over one deployment after this one: until then they read these two of both keys. */
  private keepTellingOthers(): void {
    const stack = Stack.of(this)
    stack.exportValue(this.secret.secretArn)
    stack.exportValue(this.publicKey.publicKeyId)
  }
}
