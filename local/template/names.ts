import * as z from 'zod'
import type { LocalNames } from './resolve.ts'

export const region = 'eu-west-2'
export const account = '000000000000'

/** Addresses that only exist once the parts of the local system listen. */
export type Addresses = {
  readonly siteUrl: string
  readonly sqsUrl: string
  readonly userPoolId: string
  readonly userPoolClientId: string
  readonly issuer: string
}

/** A CDK logical id without its hash, as words: `JobsHoldsQueue1A2B3C4D` → `jobs-holds-queue`. */
const words = (id: string) =>
  id
    .replace(/[0-9A-F]{8}$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

const FunctionReference = z.object({ Ref: z.string() })

const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`

/** Names each resource as AWS would, from its physical name where the template fixes one, else from its logical id. */
export const localNames = (addresses: Addresses): LocalNames => {
  return (resource, resolve) => {
    const named = (property: string) => {
      const fixed = resolve(resource.stack, resource.properties[property])
      return typeof fixed === 'string' ? fixed : `darkslide-${words(resource.id)}`
    }
    switch (resource.type) {
      case 'AWS::DynamoDB::Table':
      case 'AWS::DynamoDB::GlobalTable': {
        const name = named('TableName')
        const tableArn = arn('dynamodb', `table/${name}`)
        return { ref: name, attributes: { Arn: tableArn, StreamArn: `${tableArn}/stream/local`, TableId: name } }
      }
      case 'AWS::S3::Bucket': {
        const name = named('BucketName')
        const domain = `${name}.s3.${region}.amazonaws.com`
        return {
          ref: name,
          attributes: { Arn: `arn:aws:s3:::${name}`, DomainName: domain, RegionalDomainName: domain },
        }
      }
      case 'AWS::SQS::Queue': {
        const name = named('QueueName')
        const url = `${addresses.sqsUrl}/${account}/${name}`
        return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } }
      }
      case 'AWS::Lambda::Function': {
        const name = named('FunctionName')
        return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } }
      }
      case 'AWS::Lambda::Alias':
      case 'AWS::Lambda::Version': {
        const of = FunctionReference.safeParse(resource.properties.FunctionName)
        const name = of.success ? `darkslide-${words(of.data.Ref)}` : words(resource.id)
        return { ref: `${arn('lambda', `function:${name}`)}:local`, attributes: {} }
      }
      case 'AWS::SecretsManager::Secret': {
        const secretArn = arn('secretsmanager', `secret:${named('Name')}`)
        return { ref: secretArn, attributes: { Id: secretArn } }
      }
      case 'AWS::Cognito::UserPool':
        return {
          ref: addresses.userPoolId,
          attributes: {
            Arn: arn('cognito-idp', `userpool/${addresses.userPoolId}`),
            UserPoolId: addresses.userPoolId,
            ProviderURL: addresses.issuer,
            ProviderName: addresses.issuer.replace(/^https?:\/\//, ''),
          },
        }
      case 'AWS::Cognito::UserPoolClient':
        return { ref: addresses.userPoolClientId, attributes: { ClientId: addresses.userPoolClientId } }
      case 'AWS::CloudFront::PublicKey':
        return { ref: 'KLOCALMEDIAKEY', attributes: { Id: 'KLOCALMEDIAKEY' } }
      case 'AWS::CloudFront::Function': {
        const functionArn = `arn:aws:cloudfront::${account}:function/${words(resource.id)}`
        return { ref: functionArn, attributes: { FunctionARN: functionArn } }
      }
      case 'AWS::CloudFront::Distribution':
        return {
          ref: 'ELOCAL',
          attributes: { DomainName: addresses.siteUrl.replace(/^https?:\/\//, ''), Id: 'ELOCAL' },
        }
      case 'AWS::IAM::Role': {
        const name = words(resource.id)
        return { ref: name, attributes: { Arn: `arn:aws:iam::${account}:role/${name}` } }
      }
      default:
        return { ref: words(resource.id), attributes: { Arn: arn('local', words(resource.id)) } }
    }
  }
}
