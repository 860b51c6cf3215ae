import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Mail } from '#functions/mail/templates/markup.ts'
import { setting } from '#functions/shared/settings/settings.ts'

type Sent = Mail & {
  to: string
  /** Marks it, so that a repetition can be recognised. */
  id: string
  /** What a mail program calls when somebody has enough of such mails. */
  oneClick?: string | undefined
  /** Come back with a complaint about it. */
  tags?: Readonly<Record<string, string>>
}
/** Hands one mail to the provider; resolves when it was accepted. */
export type SendMail = (mail: Sent) => Promise<void>

/**
 * One click, without a page: both headers, the second word for word, and both signed by DKIM, as SES does with all that it
 * is given (https://www.rfc-editor.org/rfc/rfc8058, 3.1 and 4). SES takes values of 870 characters
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html).
 */
const unsubscribeHeaders = (oneClick: string) => [
  { Name: 'List-Unsubscribe', Value: `<${oneClick}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
]

let client: SESv2Client | undefined

export const sesMailer: SendMail = async ({ to, id, oneClick, tags = {}, subject, text, html }) => {
  // The SDK repeats what was not answered, and SES knows no idempotency key: an answer that was lost would be two mails.
  client ??= new SESv2Client({ maxAttempts: 1 })
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: setting('MAIL_FROM'),
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          Headers: [
            { Name: 'X-Darkslide-Mail-Id', Value: id },
            ...(oneClick === undefined ? [] : unsubscribeHeaders(oneClick)),
          ],
        },
      },
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
    }),
  )
}
