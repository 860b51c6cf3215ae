import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { bundleFunctions } from '#lib/functions/function-code.ts'
import { marketplace } from '#lib/marketplace.ts'
import { stageNamed, writtenChoice } from '#lib/stage.ts'

const app = new App()
await bundleFunctions(app)
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
const context = (name: string): string | undefined => writtenChoice(name, app.node.tryGetContext(name))

marketplace(
  app,
  stageNamed(context('stage') ?? 'dev', {
    account: process.env.CDK_DEFAULT_ACCOUNT,
    region: context('region'),
    domainName: context('domainName'),
    hostedZoneId: context('hostedZoneId'),
    googleClientId: context('googleClientId'),
    mailFrom: context('mailFrom'),
    supportEmail: context('supportEmail'),
    legalFolder: context('legalFolder'),
    traderName: context('traderName'),
    traderAddress: context('traderAddress'),
    traderCompanyNumber: context('traderCompanyNumber'),
    vatNumber: context('vatNumber'),
    vatPercent: context('vatPercent'),
    lambdaQuota: context('lambdaQuota'),
    stripeCallsPerSecond: context('stripeCallsPerSecond'),
    mailsPerSecond: context('mailsPerSecond'),
    numbersPerSecond: context('numbersPerSecond'),
    payoutFromPence: context('payoutFromPence'),
    minimumOrderPence: context('minimumOrderPence'),
    search: context('search'),
    hsts: context('hsts'),
    dmarc: context('dmarc'),
    alarmEmail: context('alarmEmail'),
    monthlyBudgetUsd: context('monthlyBudgetUsd'),
    originSecretVersion: context('originSecretVersion'),
    googleSecretVersion: context('googleSecretVersion'),
    table: context('table'),
    tableStream: context('tableStream'),
    mediaKeys: context('mediaKeys'),
    githubRepository: context('githubRepository'),
  }),
)
