import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Mail } from '#functions/mail/templates/markup.ts'
import { setting } from '#functions/shared/settings/settings.ts'

/** Hands one mail to the provider; resolves when it was accepted. `id` marks it, so that a repetition can be recognised. */
export type SendMail = (mail: Mail & { to: string; id: string }) => Promise<void>

let client: SESv2Client | undefined

export const sesMailer: SendMail = async ({ to, id, subject, text, html }) => {
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
          Headers: [{ Name: 'X-Darkslide-Mail-Id', Value: id }],
        },
      },
    }),
  )
}
