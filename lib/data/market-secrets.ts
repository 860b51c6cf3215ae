import { type Duration, SecretValue, Stack, Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Stage } from '#lib/stage.ts'
import type { SettingName } from '#schema/settings.ts'
import { keptOnceMade } from './removal.ts'

type Generated = {
  readonly description: string
  /** The field of the JSON that is made at random, and its length. */
  readonly key: string
  readonly length: number
  readonly beside?: object
  /** Why no timer rotates it, and who does. */
  readonly rotation: string
}
/** The key of signed addresses is with its public half (`lib/media/media-keys.ts`). */
type SecretSetting = Exclude<Extract<SettingName, `${string}_SECRET_ID`>, 'MEDIA_KEY_SECRET_ID'>

/**
 * The secrets, each JSON in the shape that `functions/shared/secrets` names. What can be random is generated here and
 * seen by nobody; Stripe's key and Google's secret are set by hand once (docs/deploying.md, "Stripe" and "Google").
 */
export class MarketSecrets extends Construct {
  private readonly secrets: Readonly<Record<SecretSetting, Secret>>
  private readonly google: Secret
  private readonly stage: Stage

  constructor(scope: Construct, id: string, props: { readonly stage: Stage }) {
    super(scope, id)
    this.stage = props.stage
    const make = (name: string, generated: Generated): Secret => {
      const secret = new Secret(this, name, {
        description: generated.description,
        removalPolicy: keptOnceMade(props.stage),
        generateSecretString: {
          secretStringTemplate: JSON.stringify(generated.beside ?? {}),
          generateStringKey: generated.key,
          passwordLength: generated.length,
          excludePunctuation: true,
        },
      })
      Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason: generated.rotation })
      return secret
    }

    this.secrets = {
      // 43 letters and digits are a base64url text of 32 bytes.
      SIGNING_SECRET_ID: make('Signing', {
        key: 'current',
        length: 43,
        beside: { previous: null },
        description: 'Signs grants, cursors and emailed links',
        rotation:
          'Rotated by `npm run ops -- rotate signing` in two steps, so that no copy refuses what another signed.',
      }),
      ORIGIN_SECRET_ID: make('Origin', {
        key: 'originVerify',
        length: 43,
        description: 'What CloudFront says to the API, so that nobody else is answered',
        rotation: 'CloudFront and the functions must change together: by a deployment, not a timer.',
      }),
      LAUNCH_CODE_SECRET_ID: make('LaunchCode', {
        key: 'code',
        length: 12,
        description: 'The 100% discount code',
        rotation: 'People are told this code; changing it is a decision of the shop.',
      }),
      STRIPE_SECRET_ID: make('Stripe', {
        key: 'secretKey',
        length: 43,
        beside: { webhookSecrets: [], connectWebhookSecrets: [], subscriptionPriceLookupKey: 'darkslide-monthly' },
        description:
          'Set by hand: secretKey; the lists of webhook secrets are written by `npm run ops -- stripe-setup`',
        rotation: 'Stripe issues these values; only its dashboard can make new ones.',
      }),
    }
    this.google = make('Google', {
      key: 'clientSecret',
      length: 43,
      description: 'Set by hand: clientSecret',
      rotation: 'Google issues this value; only its console can make a new one.',
    })
    // Where Google is given up, the stack of the users still reads it until its own turn.
    Stack.of(this).exportValue(this.google.secretArn)
  }

  /** Lets `fn` read one secret, and tells it which. */
  grantRead(fn: MarketFunction, name: SecretSetting): void {
    fn.allow({ actions: ['secretsmanager:GetSecretValue'], resources: [this.secrets[name].secretArn] })
    fn.setting(name, this.secrets[name].secretArn)
  }

  /**
   * Lets `fn` call Stripe, and tells it after how long a call that got no answer is given up. All that it may wait for in a row
   * must end before the function does: whoever is cut off can neither say nor note what is unknown.
   */
  grantStripe(fn: MarketFunction, { answerWithin }: { readonly answerWithin: Duration }): void {
    this.grantRead(fn, 'STRIPE_SECRET_ID')
    fn.setting('STRIPE_TIMEOUT_SECONDS', String(answerWithin.toSeconds()))
  }

  /** A reference that CloudFormation resolves while it deploys; the value is in no template. */
  originVerify(): string {
    const versionId = this.stage.originSecretVersion
    return reference(this.secrets.ORIGIN_SECRET_ID, 'originVerify', versionId).unsafeUnwrap()
  }

  googleClientSecret(): SecretValue {
    return reference(this.google, 'clientSecret', this.stage.googleSecretVersion)
  }
}

const reference = (secret: Secret, jsonField: string, versionId: string | undefined): SecretValue =>
  SecretValue.secretsManager(secret.secretArn, { jsonField, ...(versionId === undefined ? {} : { versionId }) })
