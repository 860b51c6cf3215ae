import { Aws, Duration, type SecretValue, Validations } from 'aws-cdk-lib'
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ProviderAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolIdentityProviderGoogle,
  UserPoolOperation,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { keptAlways } from '#lib/data/removal.ts'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Stage } from '#lib/stage.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import { signInScopes } from '#schema/sign-in-scopes.ts'

export type MarketUsersProps = {
  readonly stage: Stage
  readonly siteUrl: string
  readonly googleClientSecret: SecretValue
  /** Makes the profile and starts the trial, at the confirmation or, where that failed, at the next sign-in. */
  readonly postConfirmation: MarketFunction
  /** Links a Google sign-in to the account with the same verified address. */
  readonly preSignUp: MarketFunction
}

/** Part of the hosted domain's name, and so of the content security policy, before any pool exists. */
export const signInHost = (stage: Stage): string => `${domainPrefix(stage)}.auth.${stage.region}.amazoncognito.com`

const domainPrefix = (stage: Stage): string => `darkslide-${stage.name}-${stage.account ?? Aws.ACCOUNT_ID}`

/**
 * The pool's one mail with a code: for a new account and for a forgotten password alike, so it says what holds for both
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-message-customizations.html).
 */
const codeMail = (siteUrl: string) => ({
  emailStyle: VerificationEmailStyle.CODE,
  emailSubject: 'Your code for Darkslide',
  emailBody: [
    'Hello,',
    'your code for Darkslide is <b>{####}</b>. Type it on the page that asked you for it.',
    `Is that page closed? Open it again <a href="${siteUrl}${paths.auth()}?step=confirm">for a new account</a> or <a href="${siteUrl}${paths.auth()}?step=reset">for a new password</a>.`,
    'If you asked for none, somebody may have typed your address by mistake: without the code nothing happens. Nobody at Darkslide will ever ask you for it.',
  ].join('<br><br>'),
})

/** Photographers' accounts: an e-mail address verified by a code and a password, or Google. */
export class MarketUsers extends Construct {
  readonly clientId: string
  readonly poolId: string
  readonly poolArn: string
  readonly issuer: string

  constructor(scope: Construct, id: string, props: MarketUsersProps) {
    super(scope, id)
    const { stage } = props
    const pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      userVerification: codeMail(props.siteUrl),
      // A changed address counts only once its code has come back.
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: limits.password.min,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: stage.data === 'keep',
      removalPolicy: keptAlways(stage),
      ...(stage.domainName === undefined
        ? {}
        : {
            email: UserPoolEmail.withSES({
              fromEmail: stage.mailFrom,
              fromName: 'Darkslide',
              sesRegion: stage.region,
              sesVerifiedDomain: stage.domainName,
            }),
          }),
    })
    Validations.of(pool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason: 'The product asks for 6 characters and nothing else; guessing is slowed by the pool and by PoolGuard.',
      },
      {
        id: 'AwsSolutions-COG2',
        reason: 'A second factor is offered, not asked for: a photographer must be able to sell within five minutes.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'The Plus plan costs per monthly user; PoolGuard limits guessing without it. Prices: docs/deploying.md.',
      },
    )
    pool.addTrigger(UserPoolOperation.POST_CONFIRMATION, props.postConfirmation.lambda)
    pool.addTrigger(UserPoolOperation.POST_AUTHENTICATION, props.postConfirmation.lambda)
    pool.addTrigger(UserPoolOperation.PRE_SIGN_UP, props.preSignUp.lambda)
    pool.addDomain('Domain', { cognitoDomain: { domainPrefix: domainPrefix(stage) } })

    const google = stage.googleClientId === undefined ? undefined : this.addGoogle(pool, stage.googleClientId, props)
    // The pool demands that its clients may write what a sign-up or a provider must fill in, so the address is in the
    // list; `PoolGuard` refuses every later edit of it.
    const client = new UserPoolClient(this, 'Browser', {
      userPool: pool,
      generateSecret: false,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(15),
      idTokenValidity: Duration.minutes(15),
      refreshTokenValidity: Duration.days(30),
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        fullname: true,
      }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true, fullname: true }),
      supportedIdentityProviders: [
        UserPoolClientIdentityProvider.COGNITO,
        ...(google === undefined ? [] : [UserPoolClientIdentityProvider.GOOGLE]),
      ],
      oAuth: {
        flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
        scopes: signInScopes.map((scope) => OAuthScope.custom(scope)),
        callbackUrls: [props.siteUrl + paths.auth()],
        logoutUrls: [props.siteUrl + paths.home()],
      },
    })
    if (google) client.node.addDependency(google)
    props.preSignUp.allowLater('LinkAccounts', {
      actions: ['cognito-idp:AdminGetUser', 'cognito-idp:AdminLinkProviderForUser'],
      resources: [pool.userPoolArn],
    })

    this.poolId = pool.userPoolId
    this.poolArn = pool.userPoolArn
    this.clientId = client.userPoolClientId
    this.issuer = pool.userPoolProviderUrl
  }

  /** Gives `fn` the issuer and client of valid tokens. */
  grantVerify(fn: MarketFunction): void {
    fn.setting('TOKEN_ISSUER', this.issuer)
    fn.setting('TOKEN_JWKS_URL', `${this.issuer}/.well-known/jwks.json`)
    fn.setting('USER_POOL_CLIENT_ID', this.clientId)
  }

  /** Lets `fn` look up who signs in with an address. */
  grantFind(fn: MarketFunction): void {
    fn.allow({ actions: ['cognito-idp:AdminGetUser'], resources: [this.poolArn] })
    fn.setting('USER_POOL_ID', this.poolId)
  }

  private addGoogle(pool: UserPool, clientId: string, { googleClientSecret }: MarketUsersProps): Construct {
    return new UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: pool,
      clientId,
      clientSecretValue: googleClientSecret,
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
      },
    })
  }
}
