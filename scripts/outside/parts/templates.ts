import { globSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Part } from '../part.ts'
import { python, root, run } from '../tools.ts'

const version = '1.58.0'
/** `DependsOn` that is implied by a reference: the CDK writes it, and it does nothing. */
const ofTheCdk = 'W3005'

const Findings = z.array(
  z.object({
    Filename: z.string(),
    Message: z.string(),
    Rule: z.object({ Id: z.string() }),
    Location: z.object({ Path: z.array(z.unknown()).nullish() }),
  }),
)

/** A stage with all its choices has stacks and properties that a plain one lacks. */
const stages = {
  // Not where the product was first at home: what is tied to a region shows there.
  dev: ['region=eu-central-1'],
  prod: [
    'domainName=darkslide.example',
    'hostedZoneId=Z0123456789ABCDEFGHIJ',
    'googleClientId=1-a.apps.googleusercontent.com',
    'alarmEmail=ops@darkslide.example',
    'monthlyBudgetUsd=100',
    'githubRepository=owner/name',
    'lambdaQuota=1000',
    'search=opensearch',
  ],
} as const satisfies Record<string, readonly string[]>

/** Every template as it would be deployed, held against AWS's own descriptions of its resources. */
export const templates: Part = {
  name: 'templates',
  asks: 'Does AWS’s own description of each resource allow what our templates say of it (cfn-lint)?',
  ask: async (scratch) => {
    const bin = await python('cfn-lint', [`cfn-lint==${version}`])
    const files: string[] = []
    for (const [stage, choices] of Object.entries(stages)) {
      const out = join(scratch, stage)
      const context = [`stage=${stage}`, ...choices].flatMap((choice) => ['-c', choice])
      const synth = await run(['npx', 'cdk', 'synth', '--quiet', '--output', out, ...context], { cure: 'npm ci' })
      if (synth.code !== 0)
        throw new Error(`cdk synth of ${stage} ended with ${synth.code}: ${synth.stderr.slice(-600)}`)
      files.push(...globSync('**/*.template.json', { cwd: out }).map((file) => join(out, file)))
    }
    const regions = ['--regions', 'eu-west-2', 'eu-central-1', 'us-east-1']
    const { stdout, stderr } = await run(
      [join(bin, 'cfn-lint'), '--format', 'json', '--ignore-checks', ofTheCdk, ...regions, '--', ...files],
      { cure: 'Python 3' },
    )
    if (!stdout.trimStart().startsWith('[')) throw new Error(`cfn-lint said nothing: ${stderr.slice(-600)}`)
    return {
      judge: `cfn-lint ${version}, for eu-west-2, eu-central-1 and us-east-1, without ${ofTheCdk}`,
      looked: { templates: files.length },
      objections: Findings.parse(JSON.parse(stdout)).map(
        ({ Filename, Message, Rule, Location }) =>
          `${Filename.replace(`${scratch}/`, '').replace(root, '')} ${(Location.Path ?? []).join('/')}: ${Rule.Id} ${Message}`,
      ),
    }
  },
}
