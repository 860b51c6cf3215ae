import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { repository } from '#lib/functions/function-code.ts'
import { stageNamed } from '#lib/stage.ts'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import { listAt, ofType, text } from '#test/support/infra/templates.ts'

const Roles = z.object({ Resources: z.record(z.string(), z.looseObject({ Type: z.string() })) })

describe('the roles of the pipeline', () => {
  const template = synthesizeTemplates('prod', { githubRepository: 'darkslide/darkslide' }).find(({ stackName }) =>
    stackName.endsWith('-pipeline'),
  )?.template
  const resources = Object.entries(Roles.parse(template).Resources)
  const roles = resources
    .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
    .map(([id, role]) => [id, text(role)] as const)
  const policies = resources.filter(([, { Type }]) => Type === 'AWS::IAM::Policy')
  const statementsOf = (name: string) =>
    policies
      .filter(([id]) => id.includes(name))
      .flatMap(([, policy]) => listAt(policy, 'Properties.PolicyDocument.Statement'))

  test('are taken only by workflows of the one repository: deploying in the environment, comparing in pull requests', () => {
    expect(roles).toHaveLength(2)
    const [deploy = '', diff = ''] = ['Deploy', 'Diff'].map((name) => roles.find(([id]) => id.includes(name))?.[1])
    expect(deploy).toContain('"token.actions.githubusercontent.com:sub":"repo:darkslide/darkslide:environment:prod"')
    expect(diff).toContain('"token.actions.githubusercontent.com:sub":"repo:darkslide/darkslide:pull_request"')
    for (const role of [deploy, diff]) {
      expect(role).toContain('"StringEquals":{"token.actions.githubusercontent.com:aud":"sts.amazonaws.com"')
      expect(role).not.toContain('StringLike')
    }
  })

  test('may only take the roles of cdk bootstrap, and a pull request only the reading one', () => {
    for (const name of ['Deploy', 'Diff']) {
      const statements = text(statementsOf(name))
      expect(statements).toContain('"Action":"sts:AssumeRole"')
      expect(statements).not.toContain('*')
    }
    expect(text(statementsOf('Diff'))).not.toMatch(/deploy-role|file-publishing/)
    expect(text(statementsOf('Deploy'))).toContain('cdk-hnb659fds-deploy-role-')
  })

  test('do not exist where no repository is named', () => {
    expect(ofType('AWS::IAM::Role').filter((role) => text(role).includes('githubusercontent'))).toEqual([])
  })

  test.each(['darkslide', 'a/b/c', 'darkslide/*', 'x/y:ref'])('are refused to %s', (githubRepository) => {
    expect(() => stageNamed('prod', { githubRepository })).toThrow()
  })
})

describe('a workflow', () => {
  const folder = join(repository, '.github/workflows')
  const files = globSync('*.yml', { cwd: folder }).map(
    (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
  )

  test.each(files)('%s uses actions by their whole version, and asks for rights by name', (_, workflow) => {
    const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action)
    for (const action of used)
      expect(action).toMatch(/^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w-]+@v\d+\.\d+\.\d+)$/)
    expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m)
    expect(workflow).not.toMatch(/write-all|pull_request_target|secrets\./)
  })

  test('checks with the README’s two commands, and deploys nothing unchecked', () => {
    const named = new Map(files)
    expect(named.get('check.yml')).toMatch(/run: npm ci\n\s+- run: npm test\n/)
    expect(named.get('deploy.yml')).toMatch(/dev:\n\s+needs: check\n/)
    expect(named.get('deploy.yml')).toMatch(/prod:\n\s+needs: dev\n/)
    expect(named.get('deploy-stage.yml')).toMatch(/environment: \$\{\{ inputs\.stage \}\}/)
  })
})
