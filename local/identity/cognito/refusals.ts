import { CognitoError } from 'cognito-local/lib/errors.js'

/** An error of Cognito's API, by the name clients switch on and the sentence Cognito sends with it. */
export const refusal = (name: string, message: string): CognitoError => new CognitoError(name, message)

export const refusals = {
  // One sentence for no such user and for the wrong password: the pool hides who exists.
  wrongCredentials: () => refusal('NotAuthorizedException', 'Incorrect username or password.'),
  tooManyPasswords: () => refusal('NotAuthorizedException', 'Password attempts exceeded'),
  disabled: () => refusal('NotAuthorizedException', 'User is disabled.'),
  notConfirmed: () => refusal('UserNotConfirmedException', 'User is not confirmed.'),
  userExists: () => refusal('UsernameExistsException', 'User already exists'),
  noSuchUser: () => refusal('UserNotFoundException', 'User does not exist.'),
  wrongCode: () => refusal('CodeMismatchException', 'Invalid verification code provided, please try again.'),
  expiredCode: () => refusal('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
  wrongAppCode: () => refusal('CodeMismatchException', 'Invalid code received for user'),
  usedAppCode: () => refusal('ExpiredCodeException', 'Your software token has already been used once.'),
  wrongFirstAppCode: () => refusal('EnableSoftwareTokenMFAException', 'Code mismatch'),
  sessionOver: () => refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  tooManyCodes: () => refusal('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  invalidAccessToken: () => refusal('NotAuthorizedException', 'Invalid Access Token'),
  expiredAccessToken: () => refusal('NotAuthorizedException', 'Access Token has expired'),
  revokedAccessToken: () => refusal('NotAuthorizedException', 'Access Token has been revoked'),
  missingScope: () => refusal('NotAuthorizedException', 'Access Token does not have required scopes'),
  invalidRefreshToken: () => refusal('NotAuthorizedException', 'Invalid Refresh Token'),
  unwritableAttribute: () => refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
  shortPassword: () =>
    refusal('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  notAuthorized: (message: string) => refusal('NotAuthorizedException', message),
  invalid: (message: string) => refusal('InvalidParameterException', message),
  noSuchResource: (message: string) => refusal('ResourceNotFoundException', message),
}
