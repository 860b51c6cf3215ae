import { expect, test } from 'vitest'
import { stageNamed } from '#lib/stage.ts'
import { synthesizeTemplates } from '#lib/synthesize.ts'

test('a stage that is not ours is refused with the ones that are', () => {
  expect(() => stageNamed('staging')).toThrow('No stage "staging": choose one of dev, prod')
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

test('a secret that was changed is read again by the version that the operator names, and by none before', () => {
  const before = JSON.stringify(synthesizeTemplates('prod'))
  const after = JSON.stringify(
    synthesizeTemplates('prod', { originSecretVersion: 'version-of-origin', googleSecretVersion: 'version-of-google' }),
  )
  expect(before).not.toContain('version-of-')
  expect(after).toContain(':SecretString:originVerify::version-of-origin}}')
  expect(after).toContain(':SecretString:clientSecret::version-of-google}}')
})
