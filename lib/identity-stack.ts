import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { DataStack } from './data-stack.ts'
import { MarketFunction } from './functions/market-function.ts'
import { MarketUsers } from './identity/market-users.ts'
import { PoolGuard } from './identity/pool-guard.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'

export type IdentityStackProps = StackProps & {
  readonly stage: Stage
  readonly data: DataStack
  readonly site: SiteStack
}

/** Who photographers are. */
export class IdentityStack extends Stack {
  readonly users: MarketUsers

  constructor(scope: Construct, id: string, { stage, data, site, ...props }: IdentityStackProps) {
    super(scope, id, props)
    const { alarms, table, secrets } = data
    const postConfirmation = new MarketFunction(this, 'PostConfirmation', {
      stage,
      alarms,
      entry: 'functions/accounts/post-confirmation.lambda.ts',
      impact: 'New photographers cannot finish signing up.',
      runbook: 'sign-up',
    })
    table.grantReadWrite(postConfirmation, { areas: ['accounts', 'chores'] })
    const preSignUp = new MarketFunction(this, 'PreSignUp', {
      stage,
      alarms,
      entry: 'functions/accounts/pre-sign-up.lambda.ts',
      impact: 'Nobody can sign up or sign in with Google for the first time.',
      runbook: 'sign-up',
    })
    this.users = new MarketUsers(this, 'Users', {
      stage,
      siteUrl: site.storefront.siteUrl,
      googleClientSecret: secrets.googleClientSecret(),
      postConfirmation,
      preSignUp,
    })
    new PoolGuard(this, 'Guard', { poolArn: this.users.poolArn })
    new CfnOutput(this, 'UserPoolId', { value: this.users.poolId })
    new CfnOutput(this, 'UserPoolClientId', { value: this.users.clientId })
  }
}
