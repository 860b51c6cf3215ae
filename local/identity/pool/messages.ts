import { attributesToRecord } from 'cognito-local/lib/services/userPoolService.js'
import { refusal } from '../cognito/refusals.ts'
import type { IdentityOptions, PoolOptions } from '../options.ts'
import { attributeOf, type User } from './pool.ts'
import type { Triggers } from './triggers.ts'

type MessageSource =
  | 'SignUp'
  | 'ResendCode'
  | 'ForgotPassword'
  | 'UpdateUserAttribute'
  | 'VerifyUserAttribute'
  | 'AdminCreateUser'
  | 'Authentication'

export type Messages = {
  /** @throws CodeDeliveryFailureException when the mail is refused. */
  sendCode(source: MessageSource, user: User, code: string): Promise<void>
}

export const messagesOf = ({
  sendMail,
  triggers,
  codeMail,
}: Pick<IdentityOptions, 'sendMail'> & { triggers: Triggers; codeMail: PoolOptions['codeMail'] }): Messages => ({
  sendCode: async (source, user, code) => {
    const to = attributeOf(user, 'email') ?? ''
    const attributes = attributesToRecord(user.Attributes)
    const custom = await triggers.customMessage(`CustomMessage_${source}`, { username: user.Username, attributes })
    const html = (custom.emailMessage ?? codeMail?.message)?.replaceAll('{####}', code)
    const subject =
      custom.emailSubject ??
      codeMail?.subject ??
      (source === 'ForgotPassword' ? 'Your password reset code' : 'Your verification code')
    const plain =
      source === 'ForgotPassword' ? `Your password reset code is ${code}` : `Your confirmation code is ${code}`
    try {
      await sendMail(html ? { to, subject, text: textOf(html), html } : { to, subject, text: plain })
    } catch {
      throw refusal('CodeDeliveryFailureException', 'The code could not be sent.')
    }
  },
})

const textOf = (html: string): string =>
  html
    .replaceAll(/<(br|\/p|\/div|\/h\d)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .trim()

/** `a***@e***`, which is all of the address that Cognito tells whoever asked. */
export const maskedDelivery = (email: string) => {
  const [name = '', domain = ''] = email.split('@')
  return {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`,
  }
}
