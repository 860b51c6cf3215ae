import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import * as z from 'zod'
import { repository } from './functions/function-code.ts'
import { marketplace } from './marketplace.ts'
import { type Choices, stageNamed } from './stage.ts'

export type Template = { readonly stackName: string; readonly template: unknown }

/** As a deployment with everything on would choose. */
const everything: Choices = {
  googleClientId: 'google-client',
  mailFrom: 'hello@darkslide.example',
  lambdaQuota: '1000',
  search: 'opensearch',
}

/**
 * An application that names every function's file and bundles none. The CDK's own look at the finished templates takes
 * four fifths of a synthesis: a test has it done for each stage, and so has every deployment.
 */
export const unbundledApp = (
  outdir: string,
  choices: { readonly stage: string; readonly isValidated?: boolean } & Choices,
): App => {
  const { stage, isValidated = false, ...own } = choices
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: isValidated,
    context: { ...cdkContext(), 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true },
  })
  marketplace(app, stageNamed(stage, { ...everything, ...own }))
  return app
}

/** The templates of a stage, made in this process without bundling, writing or keeping anything. */
export const synthesizeTemplates = (stage: string, choices: Choices = {}): Template[] => {
  const outdir = mkdtempSync(join(tmpdir(), 'darkslide-synth-'))
  try {
    const assembly = unbundledApp(outdir, { ...choices, stage }).synth()
    return assembly.stacks.map(({ stackName, template }) => ({ stackName, template: z.unknown().parse(template) }))
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}

/** The feature flags of `cdk.json`, which only the CDK's command reads by itself. */
const cdkContext = (): Record<string, unknown> =>
  z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(repository, 'cdk.json'), 'utf8'))).context
