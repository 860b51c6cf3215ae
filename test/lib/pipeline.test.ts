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
  const templateFor = (githubRepository: string) =>
    synthesizeTemplates('prod', { githubRepository }).find(({ stackName }) => stackName.endsWith('-pipeline'))?.template
  const resources = Object.entries(Roles.parse(templateFor('darkslide/darkslide')).Resources)
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

  test('are taken by a repository whose tokens name it with the numbers of its owner and its own', () => {
    const template = text(templateFor('darkslide@123/market.place@456'))
    expect(template).toContain(':sub":"repo:darkslide@123/market.place@456:environment:prod"')
    expect(template).toContain(':sub":"repo:darkslide@123/market.place@456:pull_request"')
    expect(template).not.toContain('StringLike')
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

  test.each(['darkslide', 'a/b/c', 'darkslide/*', 'x/y:ref', 'x@/y', 'x@1/y', 'x/y@1', 'x@1a/y@2', 'x@1/y@*'])(
    'are refused to %s',
    (githubRepository) => {
      expect(() => stageNamed('prod', { githubRepository })).toThrow()
    },
  )
})

describe('a workflow', () => {
  const folder = join(repository, '.github/workflows')
  const files = globSync('*.yml', { cwd: folder }).map(
    (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
  )

  test.each(files)(
    '%s uses actions by their commit, which nobody can move, and asks for rights by name',
    (_, workflow) => {
      const used = [...workflow.matchAll(/uses: (.+)/g)].map(([, action = '']) => action)
      expect(used.length).toBeGreaterThan(0)
      for (const action of used)
        expect(action).toMatch(/^(\.\/\.github\/workflows\/[\w-]+\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/)
      expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m)
      expect(workflow).not.toMatch(/write-all|pull_request_target|secrets\./)
      // A token for AWS is asked for, and nothing else is written.
      const rights = [...workflow.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right)
      expect(rights.filter((right) => right !== 'id-token')).toEqual([])
    },
  )

  test('uses the same commit of an action everywhere', () => {
    const used = new Set(
      files.flatMap(([, text]) => [...text.matchAll(/uses: ([\w-]+\/[\w-]+@.+)/g)].map(([, it]) => it)),
    )
    const names = [...used].map((action) => String(action).split('@')[0])
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(files)('%s takes a token for AWS only in jobs that take a role, and never a key', (_, workflow) => {
    const jobs = workflow.slice(workflow.indexOf('\njobs:')).split(/^ {2}(?=[\w-]+:$)/m)
    for (const job of jobs.slice(1)) {
      const takesRole = job.includes('configure-aws-credentials') || job.includes('deploy-stage.yml')
      const asksToken = job.includes('id-token: write') || (takesRole && /^ {2}id-token: write$/m.test(workflow))
      expect(asksToken).toBe(takesRole)
    }
    expect(workflow).not.toMatch(/aws-access-key-id|aws-secret-access-key/)
  })

  test('that is called asks for no right that its caller does not hold: GitHub would refuse to start either', () => {
    const named = new Map(files)
    const calls = files.flatMap(([, text]) =>
      text
        .split(/^ {2}(?=[\w-]+:$)/m)
        .flatMap((job) =>
          [...job.matchAll(/uses: \.\/\.github\/workflows\/([\w-]+\.yml)/g)].map(([, name = '']) => ({ job, name })),
        ),
    )
    expect(calls.length).toBeGreaterThanOrEqual(3)
    for (const { job, name } of calls) {
      if (named.get(name)?.includes('id-token: write')) expect(job).toContain('id-token: write')
    }
  })

  test('runs only commands that exist: scripts of the package, those of packages that it installs, and npm’s own', () => {
    const { scripts, devDependencies } = z
      .object({ scripts: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')))
    const installed = new Map([
      ['cdk', 'aws-cdk'],
      ['playwright', '@playwright/test'],
    ])
    const npmOwn = ['ci', 'start', 'test', 'audit', 'sbom']
    const typed = files
      .flatMap(([, text]) => [...text.matchAll(/\b(npm|npx) ([\w:-]+)(?: ([\w:-]+))?/g)])
      .filter(([, , verb]) => verb !== undefined)
    const commands = typed.map(([, tool, verb = '', name = '']) => ({ tool, verb, name }))
    expect(commands.length).toBeGreaterThan(5)
    for (const { tool, verb, name } of commands) {
      if (tool === 'npx') expect(Object.keys(devDependencies)).toContain(installed.get(verb))
      else if (verb === 'run') expect(Object.keys(scripts)).toContain(name)
      else expect(npmOwn).toContain(verb)
    }
  })

  test('checks with the README’s two commands, and deploys nothing unchecked', () => {
    const named = new Map(files)
    expect(named.get('check.yml')).toMatch(/run: npm ci\n\s+- run: npm test\n/)
    expect(named.get('deploy.yml')).toMatch(/dev:\n\s+needs: check\n/)
    expect(named.get('deploy.yml')).toMatch(/prod:\n\s+needs: dev\n/)
    expect(named.get('deploy-stage.yml')).toMatch(/environment: \$\{\{ inputs\.stage \}\}/)
  })
})
