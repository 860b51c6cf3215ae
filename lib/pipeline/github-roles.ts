import { Aws, CfnOutput } from 'aws-cdk-lib'
import { PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Stage } from '#lib/stage.ts'

export type GithubRolesProps = {
  readonly stage: Stage
  /** The repository whose workflows may take the roles, as their tokens name it: "owner/name" or "owner@123/name@456". */
  readonly repository: string
}

/** What `cdk bootstrap` made, by its default qualifier. */
type BootstrapRole = 'deploy' | 'file-publishing' | 'lookup'
const issuer = 'token.actions.githubusercontent.com'

/**
 * Lets GitHub's workflows in without a stored key: each run proves by a signed token which repository and which
 * environment it is of. The roles can do nothing themselves but take those of `cdk bootstrap`, as a person's CDK does.
 */
export class GithubRoles extends Construct {
  constructor(scope: Construct, id: string, { stage, repository }: GithubRolesProps) {
    super(scope, id)
    const regions = [stage.region, 'us-east-1']
    const bootstrapped = (role: BootstrapRole): string[] =>
      regions.map(
        (region) => `arn:aws:iam::${Aws.ACCOUNT_ID}:role/cdk-hnb659fds-${role}-role-${Aws.ACCOUNT_ID}-${region}`,
      )

    const roleFor = (name: string, subject: string, roles: readonly BootstrapRole[]): void => {
      const role = new Role(this, name, {
        roleName: `darkslide-${stage.name}-github-${name.toLowerCase()}`,
        description: `GitHub Actions of ${repository}: ${subject}`,
        assumedBy: new WebIdentityPrincipal(`arn:aws:iam::${Aws.ACCOUNT_ID}:oidc-provider/${issuer}`, {
          StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: `repo:${repository}:${subject}` },
        }),
      })
      role.addToPolicy(new PolicyStatement({ actions: ['sts:AssumeRole'], resources: roles.flatMap(bootstrapped) }))
      new CfnOutput(this, `${name}RoleArn`, { value: role.roleArn })
    }
    // GitHub gives a run the environment's subject only after that environment's own rules, such as an approval.
    roleFor('Deploy', `environment:${stage.name}`, ['deploy', 'file-publishing', 'lookup'])
    // Anybody may write a pull request's code: it can read the deployed templates and change nothing.
    roleFor('Diff', 'pull_request', ['lookup'])
  }
}
