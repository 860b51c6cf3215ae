import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { budgetName, type Choices, stageNamed, writtenChoice } from '#lib/stage.ts'
import { synthesizeTemplates } from '#lib/synthesize.ts'
import { at, listAt, text } from '#test/support/infra/templates.ts'
import { oldestBootstrap, outputsOf, stackParts } from '../../scripts/ops/doctor/stack-questions.ts'

const Template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
})

const templateOf = (stack: string, choices: Choices) =>
  Template.parse(
    synthesizeTemplates('prod', choices).find(({ stackName }) => stackName === `darkslide-prod-${stack}`)?.template,
  )

test('a stage that is not ours is refused with the ones that are', () => {
  expect(() => stageNamed('staging')).toThrow('No stage "staging": choose one of dev, prod')
})

test('every choice that deploying names reaches the stage', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const [, table = ''] = read('docs/deploying.md').split('## Choices')
  const rows =
    table
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? []
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(15)
  const program = read('bin/marketplace.ts')
  expect(names.filter((name) => !program.includes(`context('${name}')`))).toEqual([])
})

test('a choice counts whether it was written as text or as a number, and what is neither is refused', () => {
  expect(writtenChoice('lambdaQuota', '1000')).toBe('1000')
  expect(writtenChoice('lambdaQuota', 1000)).toBe('1000')
  for (const none of ['', null, undefined]) expect(writtenChoice('hsts', none)).toBeUndefined()
  const refused = (name: string) => `${name} is neither a text nor a number: leave it out where nothing is chosen.`
  expect(() => writtenChoice('mediaKeys', ['a'])).toThrow(refused('mediaKeys'))
  expect(() => writtenChoice('traderName', false)).toThrow(refused('traderName'))
  expect(() => writtenChoice('googleClientId', true)).toThrow(refused('googleClientId'))
})

test('a region of one’s choice holds everything but the edge', () => {
  const stacks = synthesizeTemplates('prod', { region: 'eu-central-1' })
  const text = JSON.stringify(stacks)
  expect(text).toContain('"OriginShieldRegion":"eu-central-1"')
  expect(text).toContain('cognito-idp.eu-central-1.amazonaws.com')
  expect(text).not.toContain('eu-west-2')
})

test('us-east-1 is a region as any other: its edge is beside it, and the site reads it there', () => {
  const own = { region: 'us-east-1', domainName: 'darkslide.example', hostedZoneId: 'Z1' }
  const stacks = synthesizeTemplates('prod', own)
  const text = JSON.stringify(stacks)
  // With every choice that a test makes, OpenSearch among them.
  expect(stacks.map(({ stackName }) => stackName).toSorted()).toEqual(
    [...stackParts, 'search'].map((part) => `darkslide-prod-${part}`).toSorted(),
  )
  expect(text).toContain('"OriginShieldRegion":"us-east-1"')
  expect(text).not.toContain('eu-west-2')
  const site = JSON.stringify(stacks.find(({ stackName }) => stackName === 'darkslide-prod-site'))
  const edge = '{"Fn::GetStackOutput":{"StackName":"darkslide-prod-edge","Region":"us-east-1"'
  expect(site).toContain(`"WebACLId":${edge}`)
  expect(site).toContain(`"AcmCertificateArn":${edge}`)
})

test('the doctor asks for the bootstrap that the templates ask for', () => {
  const { Rules } = z
    .looseObject({ Rules: z.unknown() })
    .parse(synthesizeTemplates('prod').find(({ stackName }) => stackName === 'darkslide-prod-data')?.template)
  const tooOld = Array.from({ length: oldestBootstrap - 1 }, (_each, index) => String(index + 1))
  expect(JSON.stringify(Rules)).toContain(JSON.stringify(tooOld))
})

test('a region without all that the product stands on is refused', () => {
  expect(() => stageNamed('prod', { region: 'eu-north-1' })).toThrow(/eu-west-2/)
})

test('an order starts at 30p, at what the operator chose, and never below what a card pays', () => {
  expect(stageNamed('prod').minimumOrderPence).toBe(30)
  expect(stageNamed('prod', { minimumOrderPence: '200' }).minimumOrderPence).toBe(200)
  for (const minimumOrderPence of ['29', '0', '-1', '30.5', '5001', '£2'])
    expect(() => stageNamed('prod', { minimumOrderPence })).toThrow()
  const functions = Object.values(templateOf('api', { minimumOrderPence: '200' }).Resources)
  expect(JSON.stringify(functions)).toContain('"MINIMUM_ORDER_PENCE":"200"')
})

test('a domain without its zone is refused', () => {
  expect(() => stageNamed('prod', { domainName: 'darkslide.example' })).toThrow('come together')
})

test('production keeps its data and development may lose it', () => {
  expect([stageNamed('prod').data, stageNamed('dev').data]).toEqual(['keep', 'discard'])
})

test('with an own domain the site has a certificate, addresses, a sender and TLS of at least 1.2', () => {
  const all = JSON.stringify(
    synthesizeTemplates('prod', {
      domainName: 'darkslide.example',
      hostedZoneId: 'Z123',
      alarmEmail: 'ops@darkslide.example',
      monthlyBudgetUsd: '100',
    }),
  )
  expect(all).toContain('"AWS::CertificateManager::Certificate"')
  expect(all).toContain('"AWS::Route53::RecordSet"')
  expect(all).toContain('"AWS::SES::EmailIdentity"')
  expect(all).toContain('"MinimumProtocolVersion":"TLSv1.2_2021"')
  expect(all).toContain('"AWS::Budgets::Budget"')
  expect(all).toContain('"https://darkslide.example/auth"')
})

describe('the sender of every email', () => {
  const senders = (choices: Choices) => {
    const all = JSON.stringify(synthesizeTemplates('prod', { ...choices, mailFrom: choices.mailFrom }))
    return {
      product: [...new Set([...all.matchAll(/"MAIL_FROM":"(.*?)"/g)].map(([, from]) => from))],
      cognito: /"EmailConfiguration":\{.*?"From":"(.*?)"/.exec(all)?.[1],
    }
  }
  const domain = { domainName: 'darkslide.example', hostedZoneId: 'Z123' }

  test('is hello@ the domain for the product and for the codes of the user pool alike', () => {
    expect(senders(domain)).toEqual({
      product: ['hello@darkslide.example'],
      cognito: 'Darkslide <hello@darkslide.example>',
    })
  })

  test('is whom the operator names, for both', () => {
    expect(senders({ ...domain, mailFrom: 'post@darkslide.example' })).toEqual({
      product: ['post@darkslide.example'],
      cognito: 'Darkslide <post@darkslide.example>',
    })
  })

  test('is Cognito’s own for codes where there is no domain', () => {
    expect(senders({}).cognito).toBeUndefined()
  })
})

test.each([
  ['off', [0, false, false]],
  ['host', [63_072_000, false, false]],
  ['subdomains', [63_072_000, true, false]],
  ['preload', [63_072_000, true, true]],
])('with hsts=%s browsers are told so much of plain HTTP', (hsts, expected) => {
  const { Resources } = templateOf('site', { hsts })
  const policy = Object.values(Resources).find(({ Type }) => Type === 'AWS::CloudFront::ResponseHeadersPolicy')
  const said = at(policy?.Properties, 'ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity')
  expect([at(said, 'AccessControlMaxAgeSec'), at(said, 'IncludeSubdomains'), at(said, 'Preload')]).toEqual(expected)
})

describe('mails of an own domain', () => {
  const domain = { domainName: 'darkslide.example', hostedZoneId: 'Z123' }
  const resources = (choices: object = {}) => Object.values(templateOf('data', { ...domain, ...choices }).Resources)
  const records = (choices: object = {}) =>
    resources(choices).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Route53::RecordSet'
        ? [`${at(Properties, 'Name')} ${JSON.stringify(at(Properties, 'ResourceRecords'))}`]
        : [],
    )

  test('bounce to a name of that domain, and say what is not theirs', () => {
    const identity = resources().find(({ Type }) => Type === 'AWS::SES::EmailIdentity')
    expect(at(identity?.Properties, 'MailFromAttributes.MailFromDomain')).toBe('bounces.darkslide.example')
    const all = records().join('\n')
    expect(all).toContain('feedback-smtp.')
    expect(all).toContain('v=spf1 include:amazonses.com')
    expect(all).toMatch(/_dmarc\.darkslide\.example\. .*v=DMARC1; p=none; rua=mailto:hello@darkslide\.example/)
    expect(records({ dmarc: 'reject', supportEmail: 'help@darkslide.example' }).join()).toContain(
      'p=reject; rua=mailto:help@darkslide.example',
    )
    expect(records({ dmarc: 'own' }).join()).not.toContain('_dmarc')
  })

  test('may go by the configuration set that is their identity’s own, from the sender’s address alone', () => {
    const set = Object.entries(templateOf('data', domain).Resources).find(
      ([, { Type }]) => Type === 'AWS::SES::ConfigurationSet',
    )
    const senders = (choices: Choices) =>
      Object.values(templateOf('work', choices).Resources).flatMap(({ Type, Properties }) =>
        Type === 'AWS::IAM::Policy'
          ? listAt(Properties, 'PolicyDocument.Statement').filter((it) => text(at(it, 'Action')).includes('ses:'))
          : [],
      )
    const allowed = senders(domain)
    expect(allowed.map((it) => at(it, 'Action'))).toEqual(['ses:SendEmail', 'ses:SendEmail'])
    for (const statement of allowed)
      expect(at(statement, 'Condition')).toEqual({ StringEquals: { 'ses:FromAddress': 'hello@darkslide.example' } })
    const resourcesOfSenders = allowed.map((it) => text(at(it, 'Resource')))
    expect(resourcesOfSenders.filter((it) => it.includes(':identity/*'))).toHaveLength(1)
    expect(
      resourcesOfSenders.filter((it) => it.includes(':configuration-set/') && it.includes(`Ref${set?.[0]}`)),
    ).toHaveLength(1)
    expect(text(senders({}))).not.toContain('configuration-set')
  })

  test('tell who reported one in a photographer’s name as unwanted, by the rule of this stage', () => {
    const destination = resources().find(({ Type }) => Type === 'AWS::SES::ConfigurationSetEventDestination')
    expect(at(destination?.Properties, 'EventDestination.MatchingEventTypes')).toEqual(['complaint'])
    const { Resources } = templateOf('work', domain)
    const rule = Object.values(Resources).find(({ Type }) => Type === 'AWS::Events::Rule')
    expect(at(rule?.Properties, 'EventPattern.detail.mail.tags.photographer')).toEqual([{ exists: true }])
    expect(JSON.stringify(at(rule?.Properties, 'EventPattern'))).toContain(
      '"ses:configuration-set":[{"Fn::ImportValue"',
    )
  })

  test('go no more to whoever bounced or complained, and SES’s patience is watched', () => {
    const identity = resources().find(({ Type }) => Type === 'AWS::SES::EmailIdentity')
    const set = resources().find(({ Type }) => Type === 'AWS::SES::ConfigurationSet')
    expect(at(identity?.Properties, 'ConfigurationSetAttributes.ConfigurationSetName')).toBeDefined()
    expect(at(set?.Properties, 'SuppressionOptions.SuppressedReasons')).toEqual(['BOUNCE', 'COMPLAINT'])
    const watched = resources().flatMap(({ Type, Properties }) =>
      Type === 'AWS::CloudWatch::Alarm' && at(Properties, 'Namespace') === 'AWS/SES'
        ? [[at(Properties, 'MetricName'), at(Properties, 'Threshold')]]
        : [],
    )
    expect(watched).toEqual([
      ['Reputation.BounceRate', 0.04],
      ['Reputation.ComplaintRate', 0.0008],
    ])
  })
})

test('a secret that was changed is read again by the version that the operator names, and by none before', () => {
  const before = JSON.stringify(synthesizeTemplates('prod'))
  const after = JSON.stringify(
    synthesizeTemplates('prod', { originSecretVersion: 'version-of-origin', googleSecretVersion: 'version-of-google' }),
  )
  expect(before).not.toContain('version-of-')
  expect(after).toContain(':SecretString:originVerify::version-of-origin}}')
  expect(after).toContain(':SecretString:clientSecret::version-of-google}}')
})

describe('exchanging the key of signed addresses', () => {
  /** What CloudFront trusts, what functions sign with, and what the site stack keeps for those not yet deployed anew. */
  const synthesized = (mediaKeys: string) => {
    const templates = synthesizeTemplates('prod', { mediaKeys })
    const template = (name: string) =>
      templates.find(({ stackName }) => stackName === `darkslide-prod-${name}`)?.template
    const site = JSON.stringify(template('site'))
    const group = /"Type":"AWS::CloudFront::KeyGroup","Properties":\{"KeyGroupConfig":\{"Items":(\[.*?\])/.exec(
      site,
    )?.[1]
    return {
      trusted: [...(group ?? '').matchAll(/MediaKeysKey(\d+)Public/g)].map(([, name]) => name),
      signing: [
        ...new Set(
          [...JSON.stringify(template('api')).matchAll(/"MEDIA_KEY_PAIR_ID":\{[^}]*MediaKeysKey(\d+)Public/g)].map(
            ([, name]) => name,
          ),
        ),
      ],
      exported: Object.keys(z.record(z.string(), z.unknown()).parse(at(template('site'), 'Outputs'))).filter((name) =>
        /MediaKeysKey\d+P/.test(name),
      ),
    }
  }

  test('the first deployment trusts both and signs with the old one', () => {
    expect(synthesized('1,2')).toMatchObject({ trusted: ['1', '2'], signing: ['1'] })
  })

  test('the second signs with the new one and still trusts the old', () => {
    expect(synthesized('2,1')).toMatchObject({ trusted: ['2', '1'], signing: ['2'] })
  })

  test('the third trusts the new one alone, without taking anything from a stack that was not deployed yet', () => {
    expect(synthesized('2')).toMatchObject({ trusted: ['2'], signing: ['2'] })
    // An export that somebody still reads cannot go: both keys are told while both are there.
    expect(synthesized('1,2').exported.toSorted()).toEqual(synthesized('2,1').exported.toSorted())
    expect(synthesized('1,2').exported).toHaveLength(4)
  })

  test('one key twice is refused', () => {
    expect(() => stageNamed('prod', { mediaKeys: '1,1' })).toThrow('twice')
  })
})

describe('a choice that is made later, or taken back', () => {
  const Outputs = z.record(z.string(), z.looseObject({ Export: z.object({ Name: z.unknown() }).optional() }))
  const deployments = {
    bare: { googleClientId: undefined },
    Google: {},
    'a domain': { googleClientId: undefined, domainName: 'darkslide.example', hostedZoneId: 'Z123' },
    'a restored table': {
      googleClientId: undefined,
      table: 'darkslide-prod-rebuilt',
      tableStream: '2026-01-31T12:00:00.000',
    },
  } as const satisfies Record<string, Choices>
  const known = new Map<string, ReturnType<typeof synthesizeTemplates>>()
  const templatesOf = (name: keyof typeof deployments) => {
    const templates = known.get(name) ?? synthesizeTemplates('prod', deployments[name])
    known.set(name, templates)
    return templates
  }
  /** Every export by its name, with what it says. */
  const exportsOf = (name: keyof typeof deployments) =>
    new Map(
      templatesOf(name).flatMap(({ template }) =>
        Object.values(Outputs.parse(at(template, 'Outputs') ?? {})).flatMap(({ Export, Value }) =>
          Export === undefined ? [] : [[text(Export.Name), text(Value)] as const],
        ),
      ),
    )
  const importsOf = (name: keyof typeof deployments) => [
    ...new Set([...text(templatesOf(name)).matchAll(/"Fn::ImportValue":("[^"]+")/g)].map(([, read = '']) => read)),
  ]

  // CloudFormation neither removes nor changes an export that somebody reads, and whoever reads is deployed afterwards.
  test.each([
    ['bare', 'a domain'],
    ['a domain', 'bare'],
    ['bare', 'Google'],
    ['Google', 'bare'],
    ['bare', 'a restored table'],
    ['a restored table', 'bare'],
  ] as const)('from %s to %s nothing is taken from a stack that was not deployed yet', (before, after) => {
    const [told, telling] = [exportsOf(before), exportsOf(after)]
    const read = importsOf(before)
    expect(read.length).toBeGreaterThan(20)
    expect(read.filter((name) => !told.has(name))).toEqual([])
    expect(read.filter((name) => telling.get(name) !== told.get(name))).toEqual([])
  })
})

describe('whoever runs the installation', () => {
  const Environment = z.object({ Environment: z.object({ Variables: z.object({ TRADER: z.string() }) }) })
  const traders = (choices: Choices) =>
    synthesizeTemplates('prod', choices)
      .flatMap(({ template }) =>
        Object.values(z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(template).Resources),
      )
      .flatMap((resource) => {
        const told = z.object({ Properties: Environment }).safeParse(resource)
        return told.success ? [JSON.parse(told.data.Properties.Environment.Variables.TRADER)] : []
      })

  test('is told to whatever sends emails', () => {
    const choices = {
      traderName: 'Northlight Pictures Ltd',
      traderAddress: '1 Quay Street, Bristol',
      vatNumber: 'GB1',
      vatPercent: '20',
    }
    expect(traders(choices)).toEqual([
      {
        name: 'Northlight Pictures Ltd',
        address: '1 Quay Street, Bristol',
        companyNumber: null,
        vat: { number: 'GB1', percent: 20 },
      },
    ])
  })

  test('is nobody unless the operator says so', () => {
    expect(traders({})).toEqual([{ name: null, address: null, companyNumber: null, vat: null }])
  })

  test('stands on the pages, with the operator’s own words where a folder has them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'legal-'))
    writeFileSync(join(folder, 'terms.txt'), '# Terms\n\nOurs.\n')
    expect(() => stageNamed('dev', { legalFolder: folder })).toThrow('privacy.txt')
    writeFileSync(join(folder, 'privacy.txt'), 'Kept.')
    const { installation } = stageNamed('dev', {
      legalFolder: folder,
      traderName: 'Northlight Pictures Ltd',
      supportEmail: 'help@darkslide.example',
    })
    expect(installation).toEqual({
      supportAddress: 'help@darkslide.example',
      trader: { name: 'Northlight Pictures Ltd', address: null, companyNumber: null, vat: null },
      terms: '# Terms\n\nOurs.',
      privacy: 'Kept.',
    })
    writeFileSync(join(folder, 'terms.txt'), ' ')
    expect(() => stageNamed('dev', { legalFolder: folder })).toThrow()
    expect(stageNamed('dev').installation).toMatchObject({ terms: null, privacy: null })
  })

  test('is refused by half: a VAT number without its rate, an address of nobody', () => {
    expect(() => stageNamed('prod', { traderName: 'N', vatNumber: 'GB1' })).toThrow('come together')
    expect(() => stageNamed('prod', { traderAddress: '1 Quay Street' })).toThrow('traderName is missing')
  })
})

describe('what the doctor asks the stacks for', () => {
  const choices = { monthlyBudgetUsd: '100', alarmEmail: 'ops@darkslide.example' }
  const Said = z.looseObject({ Outputs: z.record(z.string(), z.unknown()).default({}) })
  const templates = () => new Map(synthesizeTemplates('prod', choices).map((each) => [each.stackName, each.template]))

  test.each(Object.entries(outputsOf))('the stack %s says it', (part, keys) => {
    const { Outputs } = Said.parse(templates().get(`darkslide-prod-${part}`))
    expect(Object.keys(Outputs)).toEqual(expect.arrayContaining([...keys]))
  })

  test('the budget has the name that it is asked by', () => {
    expect(JSON.stringify(templates().get('darkslide-prod-watch'))).toContain(`"BudgetName":"${budgetName('prod')}"`)
  })
})
