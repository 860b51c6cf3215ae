import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { readBody, sendJson } from '#local/http/body.ts'
import type { Complain } from './complaints.ts'
import type { Outbox } from './outbox.ts'

/** docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const Header = z.object({
  Name: z.string().regex(/^[!-9;-@A-~]{1,126}$/),
  Value: z.string().regex(/^[ -~]{1,870}$/),
})
/** docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html */
const tagText = z.string().regex(/^[A-Za-z0-9_-]{1,256}$/)
const named = (list: readonly { Name: string; Value: string }[]) =>
  Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))

const Part = z.object({ Data: z.string() })
/**
 * 7-bit ASCII, a domain that is not ASCII as Punycode (docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html);
 * one plain address, or one in angle brackets behind a name. SES takes more of RFC 5322: what the product sends is this.
 */
const address =
  /^(?:[ -;=?-~]*<)?[!#-'*+./-9=?A-Z^-~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*>?$/
const isAddress = (text: string) => address.test(text) && text.includes('<') === text.endsWith('>')
const addresses = z.array(z.string().refine(isAddress)).default([])
const SendEmail = z.object({
  FromEmailAddress: z.string().refine(isAddress),
  Destination: z.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses }).optional(),
  EmailTags: z.array(z.object({ Name: tagText, Value: tagText })).default([]),
  Content: z.union([
    z.object({
      Simple: z.object({
        Subject: Part,
        Body: z.object({ Text: Part.optional(), Html: Part.optional() }),
        Headers: z.array(Header).max(15).default([]),
      }),
    }),
    z.object({ Raw: Part }),
    z.object({ Template: z.object({ TemplateName: z.string().optional(), TemplateData: z.string().optional() }) }),
  ]),
})

/** SES's limit on one message, headers and attachments included. */
const maxBytes = 40 * 1_024 * 1_024

const contentOf = (content: z.output<typeof SendEmail>['Content']) => {
  if ('Simple' in content) {
    const { Subject, Body, Headers } = content.Simple
    return {
      subject: Subject.Data,
      ...(Body.Text && { text: Body.Text.Data }),
      ...(Body.Html && { html: Body.Html.Data }),
      ...(Headers.length > 0 && { headers: named(Headers) }),
    }
  }
  if ('Raw' in content) {
    const raw = Buffer.from(content.Raw.Data, 'base64').toString('utf8')
    return { subject: /^Subject: *(.*)$/im.exec(raw)?.[1]?.trim() ?? '', text: raw }
  }
  const { TemplateName = 'a template', TemplateData = '{}' } = content.Template
  return { subject: TemplateName, text: TemplateData }
}

/**
 * SES's mailbox simulator (docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html), by which it is shown here what
 * the product's configuration set does with a real one: an address that bounced or complained is written to no more.
 */
const unwanted = /^(bounce|complaint)(\+[^@]*)?@simulator\.amazonses\.com$/i

/** Whoever is written to at this address of the simulator reports it as unwanted. */
const complaining = /^complaint(\+[^@]*)?@simulator\.amazonses\.com$/i

/** Answers SES v2's `SendEmail`; nothing leaves the machine. */
export const sesApi =
  (outbox: Outbox, complain: Complain) => async (request: IncomingMessage, response: ServerResponse) => {
    const refuse = (status: number, code: string, message: string) => {
      response.setHeader('x-amzn-errortype', code)
      sendJson(response, status, { message })
    }
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails')
      return refuse(404, 'NotFoundException', 'Only SendEmail is known here.')
    const parsed = SendEmail.safeParse(JSON.parse((await readBody(request, maxBytes)).toString('utf8')))
    if (!parsed.success) return refuse(400, 'BadRequestException', 'The request to SendEmail is malformed.')
    const { FromEmailAddress, Destination, Content, EmailTags } = parsed.data
    const to = [
      ...(Destination?.ToAddresses ?? []),
      ...(Destination?.CcAddresses ?? []),
      ...(Destination?.BccAddresses ?? []),
    ]
    if (to.length === 0) return refuse(400, 'BadRequestException', 'There is no recipient.')
    const isSuppressed = (address: string) =>
      unwanted.test(address) &&
      outbox.all().some((mail) => mail.to.some((known) => known.toLowerCase() === address.toLowerCase()))
    const wanted = to.filter((address) => !isSuppressed(address))
    // SES takes such a mail, and does not send it.
    if (wanted.length === 0) return sendJson(response, 200, { MessageId: randomUUID() })
    const mail = outbox.add({
      from: FromEmailAddress,
      to: wanted,
      ...contentOf(Content),
      ...(EmailTags.length > 0 && { tags: named(EmailTags) }),
    })
    if (wanted.some((address) => complaining.test(address))) complain(mail)
    sendJson(response, 200, { MessageId: mail.id })
  }
