import { expect, test } from 'vitest'
import { ofType, property } from '#test/support/infra/templates.ts'

/**
 * What CloudFormation replaces when it changes, by the "Update requires: Replacement" of its resource reference
 * (docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference): a new, empty table, bucket or pool, and the old one
 * beside it. Schema of a pool can only grow. Another logical id is another resource.
 */
const fixed = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName', 'ObjectLockEnabled'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration', 'Schema'],
} as const

const shapeOf = (type: keyof typeof fixed) =>
  Object.fromEntries(
    ofType(type).map((resource) => [
      resource.id,
      Object.fromEntries(fixed[type].map((name) => [name, property(resource, name) ?? null])),
    ]),
  )

test('the table is the one that was made first', () => {
  expect(shapeOf('AWS::DynamoDB::GlobalTable')).toEqual({
    MarketTableE80242E6: {
      TableName: null,
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: null,
    },
  })
})

test('the buckets are those that were made first', () => {
  const named = (kind: string) => ({
    BucketName: { 'Fn::Join': ['', [`darkslide-prod-${kind}-`, { Ref: 'AWS::AccountId' }]] },
    ObjectLockEnabled: null,
  })
  expect(shapeOf('AWS::S3::Bucket')).toEqual({
    AccessLogs8B620ECA: { BucketName: null, ObjectLockEnabled: null },
    Pages127DFD1A: named('pages'),
    PhotosDeliveriesB50990C2: named('deliveries'),
    PhotosOriginalsA7B756FE: named('originals'),
    PhotosRenditionsC43C3812: named('renditions'),
    PhotosZips58A69D76: named('zips'),
  })
})

test('the user pool, with everybody’s account, is the one that was made first', () => {
  expect(shapeOf('AWS::Cognito::UserPool')).toEqual({
    UsersPoolBFC35D3B: {
      UsernameAttributes: ['email'],
      AliasAttributes: null,
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [{ Name: 'email', Mutable: true, Required: true }],
    },
  })
})
