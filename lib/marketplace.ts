import { Annotations, type App, Tags } from 'aws-cdk-lib'
import { ApiStack } from './api-stack.ts'
import { DataStack } from './data-stack.ts'
import { EdgeStack } from './edge-stack.ts'
import { IdentityStack } from './identity-stack.ts'
import { PipelineStack } from './pipeline-stack.ts'
import { ReleaseStack } from './release-stack.ts'
import { SearchStack } from './search-stack.ts'
import { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'
import { WatchStack } from './watch-stack.ts'
import { WorkStack } from './work-stack.ts'

/** All stacks of one stage; each takes those above it that it builds on. */
export const marketplace = (app: App, stage: Stage): void => {
  const name = (part: string): string => `darkslide-${stage.name}-${part}`
  const account = stage.account === undefined ? {} : { account: stage.account }
  const common = {
    stage,
    env: { ...account, region: stage.region },
    crossRegionReferences: true,
    terminationProtection: stage.data === 'keep',
  }
  const edge = new EdgeStack(app, name('edge'), { ...common, env: { ...account, region: 'us-east-1' } })
  const data = new DataStack(app, name('data'), common)
  const site = new SiteStack(app, name('site'), { ...common, edge, data })
  const identity = new IdentityStack(app, name('identity'), { ...common, data, site })
  const work = new WorkStack(app, name('work'), { ...common, data, site })
  const search = stage.search === 'opensearch' ? new SearchStack(app, name('search'), { ...common, data }) : undefined
  search?.fillBy(work.timed)
  const api = new ApiStack(app, name('api'), { ...common, data, site, identity, work, search })
  const release = new ReleaseStack(app, name('release'), { ...common, data, site, identity })
  release.addStackDependency(api, 'new pages ask the API for what an earlier one does not know')
  new WatchStack(app, name('watch'), { ...common, data })
  const { githubRepository: repository } = stage
  if (repository !== undefined) new PipelineStack(app, name('pipeline'), { ...common, repository })
  if (stage.data === 'keep' && stage.lambdaQuota === undefined) {
    Annotations.of(app).addWarningV2(
      'darkslide:lambdaQuota',
      'Nothing is reserved for checkout and payments: say how many functions the account may run at once, -c lambdaQuota=N (docs/deploying.md).',
    )
  }
  Tags.of(app).add('system', 'darkslide')
  Tags.of(app).add('stage', stage.name)
}
