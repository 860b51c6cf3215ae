import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

type Json = z.infer<ReturnType<typeof z.json>>
const Resource = z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.json()).optional() })
const Template = z.looseObject({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.json()).default({}),
})
export type Template = z.infer<typeof Template>
const Assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string().optional() }) })),
})

/**
 * Types that the emulator has no handler for, or whose function it cannot run (its layers do not lie at `/opt`), and those of
 * SES, which it was never shown: nothing goes by them without a domain.
 */
const notThere: ReadonlySet<string> = new Set([
  'AWS::Backup::BackupSelection',
  'AWS::CloudFront::KeyGroup',
  'AWS::CloudFront::PublicKey',
  'AWS::Cognito::UserPoolIdentityProvider',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::CDKBucketDeployment',
])

/** What stands in a template for something that the emulator cannot resolve. */
const resolved = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(resolved)
  if (value === null || typeof value !== 'object') return value
  const { 'Fn::GetAtt': got, 'Fn::GetStackOutput': output } = value
  // It looks for outputs in the stack's own region alone.
  if (output !== undefined) return 'arn:aws:wafv2:us-east-1:000000000000:global/webacl/site/1'
  if (Array.isArray(got) && got[1] === 'ProviderURL')
    return { 'Fn::Join': ['', ['https://cognito-idp.eu-west-2.amazonaws.com/', { Ref: got[0] ?? null }]] }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each)]))
}

const resource = ({ Type, Properties = {}, ...rest }: z.infer<typeof Resource>): z.infer<typeof Resource> => {
  // A type that does nothing: what names it still finds it.
  if (notThere.has(Type)) return { ...rest, Type: 'AWS::CloudFormation::WaitConditionHandle' }
  const { Metrics, ...others } = Properties
  const isSum = Type === 'AWS::CloudWatch::Alarm' && Metrics !== undefined
  const simple = { MetricName: 'Sum', Namespace: 'Sums', Period: 300, Statistic: 'Sum' }
  const kept = Object.entries(isSum ? { ...others, ...simple } : Properties)
  return { ...rest, Type, Properties: Object.fromEntries(kept.map(([name, value]) => [name, resolved(value)])) }
}

/**
 * A copy of a synthesized assembly without what the emulator cannot do; `change` has the last word on each template.
 * @returns how many resources are left out.
 */
export const taught = async (
  assembly: string,
  folder: string,
  change: (template: Template, file: string) => Template = (template) => template,
): Promise<number> => {
  await cp(assembly, folder, { recursive: true })
  let left = 0
  for (const file of globSync('*.template.json', { cwd: folder })) {
    const { Resources, Outputs, ...rest } = Template.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))
    left += Object.values(Resources).filter(({ Type }) => notThere.has(Type)).length
    const known = Object.fromEntries(Object.entries(Resources).map(([name, each]) => [name, resource(each)]))
    const outputs = Object.fromEntries(Object.entries(Outputs).map(([name, each]) => [name, resolved(each)]))
    await writeFile(join(folder, file), JSON.stringify(change({ ...rest, Resources: known, Outputs: outputs }, file)))
  }
  await rename(folder)
  return left
}

/** A template is uploaded under the hash of what it was; what was uploaded once is not uploaded again. */
const rename = async (folder: string): Promise<void> => {
  const lists = globSync('*.assets.json', { cwd: folder })
  const files = ['manifest.json', ...lists].map((file) => join(folder, file))
  const texts = new Map<string, string>()
  for (const file of files) texts.set(file, await readFile(file, 'utf8'))
  for (const list of lists) {
    const assets = Assets.parse(JSON.parse(await readFile(join(folder, list), 'utf8')))
    for (const [hash, { source }] of Object.entries(assets.files)) {
      if (source.path?.endsWith('.template.json') !== true) continue
      const content = await readFile(join(folder, source.path))
      const now = createHash('sha256').update(content).digest('hex')
      for (const [file, text] of texts) texts.set(file, text.replaceAll(hash, now))
    }
  }
  for (const [file, text] of texts) await writeFile(file, text)
}
