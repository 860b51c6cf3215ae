import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { GithubRoles } from './pipeline/github-roles.ts'
import type { Stage } from './stage.ts'

export type PipelineStackProps = StackProps & { readonly stage: Stage; readonly repository: string }

/** Who may deploy besides people. Only there where a repository was named. */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, { stage, repository, ...props }: PipelineStackProps) {
    super(scope, id, props)
    new GithubRoles(this, 'Github', { stage, repository })
  }
}
