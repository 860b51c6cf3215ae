import { expect, test } from 'vitest'
import { at, listAt, named, only, property, text } from '#test/support/infra/templates.ts'

const pool = () => only('AWS::Cognito::UserPool')
const guardAcl = () => named('AWS::WAFv2::WebACL', 'GuardAcl')
const client = () => only('AWS::Cognito::UserPoolClient')

test('clients may write the address and the name that they sign up with, nothing else, and there are no custom ones', () => {
  expect(property(client(), 'WriteAttributes')).toEqual(['email', 'name'])
  const names = listAt(pool().Properties, 'Schema').map((it) => at(it, 'Name'))
  expect(names).toEqual(['email'])
})

test('an edit of the address is refused before the pool sees it, and would count only once verified', () => {
  const guard = only('AWS::WAFv2::WebACLAssociation')
  expect(text(property(guard, 'ResourceArn'))).toContain(pool().id)
  expect(text(property(guard, 'WebACLArn'))).toContain(guardAcl().id)
  const refusal = listAt(guardAcl().Properties, 'Rules').find((rule) => text(rule).includes('.updateuserattributes'))
  expect(at(refusal, 'Action')).toEqual({ Block: {} })
  expect(at(refusal, 'Statement.ByteMatchStatement.FieldToMatch.SingleHeader')).toEqual({ Name: 'x-amz-target' })
  expect(property(pool(), 'UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate')).toEqual(['email'])
})

test('guesses and floods against the pool are slowed by address', () => {
  const flood = listAt(guardAcl().Properties, 'Rules').find((rule) => text(rule).includes('RateBasedStatement'))
  expect(at(flood, 'Statement.RateBasedStatement')).toEqual({
    AggregateKeyType: 'IP',
    EvaluationWindowSec: 300,
    Limit: 2_000,
  })
  expect(at(flood, 'Action')).toEqual({ Block: {} })
})

test('the browser’s client has no secret, trades codes only, and returns only to the site', () => {
  expect(property(client(), 'GenerateSecret')).toBe(false)
  expect(property(client(), 'AllowedOAuthFlows')).toEqual(['code'])
  expect(property(client(), 'AllowedOAuthScopes')).toEqual([
    'openid',
    'email',
    'profile',
    'aws.cognito.signin.user.admin',
  ])
  expect(property(client(), 'ExplicitAuthFlows')).toEqual(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'])
  const addresses = [...listAt(client().Properties, 'CallbackURLs'), ...listAt(client().Properties, 'LogoutURLs')]
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    expect(at(address, 'Fn::Join.1.0')).toBe('https://')
    expect(text(address)).toContain('StorefrontDistribution')
    expect(text(address)).not.toMatch(/localhost|\*/)
  }
})

test('tokens live short: 15 minutes of access, 30 days of refresh, revocable', () => {
  expect(property(client(), 'AccessTokenValidity')).toBe(15)
  expect(property(client(), 'IdTokenValidity')).toBe(15)
  expect(property(client(), 'RefreshTokenValidity')).toBe(30 * 24 * 60)
  expect(property(client(), 'TokenValidityUnits')).toEqual({
    AccessToken: 'minutes',
    IdToken: 'minutes',
    RefreshToken: 'minutes',
  })
  expect(property(client(), 'EnableTokenRevocation')).toBe(true)
})

test('codes come in the product’s words, which hold for a new account and for a forgotten password', () => {
  const mail = property(pool(), 'VerificationMessageTemplate')
  expect(at(mail, 'DefaultEmailOption')).toBe('CONFIRM_WITH_CODE')
  expect(at(mail, 'EmailSubject')).toBe('Your code for Darkslide')
  expect(text(at(mail, 'EmailMessage'))).toMatch(/your code for Darkslide is <b>\{####\}<\/b>/)
  expect(text(at(mail, 'EmailMessage'))).toMatch(/Type it on the page that asked you for it\./)
  const links = [...text(at(mail, 'EmailMessage')).matchAll(/\/auth\?step=(\w+)/g)].map(([, step]) => step)
  expect(links).toEqual(['confirm', 'reset'])
})

test('the pool does not say who has an account', () => {
  expect(property(client(), 'PreventUserExistenceErrors')).toBe('ENABLED')
})

test('an address is the user name, is verified by a code, and a password has six characters and no other rule', () => {
  expect(property(pool(), 'UsernameAttributes')).toEqual(['email'])
  expect(property(pool(), 'UsernameConfiguration.CaseSensitive')).toBe(false)
  expect(property(pool(), 'AutoVerifiedAttributes')).toEqual(['email'])
  expect(property(pool(), 'Policies.PasswordPolicy')).toEqual({
    MinimumLength: 6,
    RequireLowercase: false,
    RequireNumbers: false,
    RequireSymbols: false,
    RequireUppercase: false,
  })
})

test('confirming makes the profile, and Google is linked before it makes a second account', () => {
  expect(text(property(pool(), 'LambdaConfig.PostConfirmation'))).toContain('PostConfirmation')
  expect(text(property(pool(), 'LambdaConfig.PreSignUp'))).toContain('PreSignUp')
  // Where it failed, the next sign-in makes good for it: without a profile nobody is let in.
  expect(property(pool(), 'LambdaConfig.PostAuthentication')).toEqual(property(pool(), 'LambdaConfig.PostConfirmation'))
  const google = only('AWS::Cognito::UserPoolIdentityProvider')
  expect(property(google, 'AttributeMapping')).toEqual({
    email: 'email',
    email_verified: 'email_verified',
    name: 'name',
  })
  expect(text(property(google, 'ProviderDetails.client_secret'))).toContain('{{resolve:secretsmanager:')
})
