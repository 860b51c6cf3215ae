import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { expect, test } from 'vitest'
import { openOutbox } from '#local/mail/outbox.ts'
import { sesApi } from '#local/mail/ses-api.ts'
import { aStillClock, credentials, region, serving, temporaryFolder } from '#test/local/support.ts'

const setup = async () => {
  const path = `${temporaryFolder()}/mail.jsonl`
  const now = aStillClock().date
  const outbox = openOutbox({ path, now })
  const complained: string[] = []
  const client = new SESv2Client({
    endpoint: await serving(sesApi(outbox, (mail) => complained.push(mail.id))),
    region,
    credentials,
    maxAttempts: 1,
  })
  return { client, outbox, complained, reopened: () => openOutbox({ path, now }) }
}

const aMail = (overrides: object = {}) =>
  new SendEmailCommand({
    FromEmailAddress: 'Darkslide <hello@darkslide.example>',
    Destination: { ToAddresses: ['buyer@example.com'] },
    Content: {
      Simple: { Subject: { Data: 'Your photos' }, Body: { Text: { Data: 'Hi' }, Html: { Data: '<p>Hi</p>' } } },
    },
    ...overrides,
  })

test('a sent mail lies in the outbox, also after a restart', async () => {
  const { client, outbox, reopened } = await setup()

  const { MessageId } = await client.send(aMail())

  const mail = {
    id: MessageId,
    at: '2030-01-01T10:00:00.000Z',
    from: 'Darkslide <hello@darkslide.example>',
    to: ['buyer@example.com'],
    subject: 'Your photos',
    text: 'Hi',
    html: '<p>Hi</p>',
  }
  expect([outbox.all(), reopened().all()]).toEqual([[mail], [mail]])
})

test('a mail made elsewhere is shown with its subject', async () => {
  const { client, outbox } = await setup()

  await client.send(aMail({ Content: { Raw: { Data: Buffer.from('From: a\r\nSubject: Whole\r\n\r\nText') } } }))

  expect(outbox.all()).toMatchObject([{ subject: 'Whole', text: 'From: a\r\nSubject: Whole\r\n\r\nText' }])
})

test('a mail to nobody is refused, and not kept', async () => {
  const { client, outbox } = await setup()

  await expect(client.send(aMail({ Destination: {} }))).rejects.toMatchObject({ name: 'BadRequestException' })
  expect(outbox.all()).toEqual([])
})

test.each([
  'björn@example.com',
  'ada@münchen.example',
  'x<victim@example.com',
  '(1)victim@example.com',
  'a,b@example.com',
  'ada@example',
  'ada@127.0.0.1',
  'ada@example.com\r\nBcc: victim@example.com',
])('a mail to what SES takes for no address is refused: %j', async (address) => {
  const { client, outbox } = await setup()
  await expect(client.send(aMail({ Destination: { ToAddresses: [address] } }))).rejects.toMatchObject({
    name: 'BadRequestException',
  })
  expect(outbox.all()).toEqual([])
})

test.each(['ada@xn--mnchen-3ya.example', "o'neil+photos@example.co.uk", 'Ada Lovelace <ada@example.com>'])(
  'a mail to %s is taken',
  async (address) => {
    const { client, outbox } = await setup()
    await client.send(aMail({ Destination: { ToAddresses: [address] } }))
    expect(outbox.all()).toHaveLength(1)
  },
)

test.each(['bounce+1@simulator.amazonses.com', 'complaint@simulator.amazonses.com'])(
  'what is sent to %s is taken each time and arrives once: the address is written to no more',
  async (address) => {
    const { client, outbox, complained } = await setup()
    for (let n = 0; n < 2; n++) {
      const { MessageId } = await client.send(aMail({ Destination: { ToAddresses: [address] } }))
      expect(MessageId).toBeDefined()
    }
    await client.send(aMail())
    await client.send(aMail())
    expect(outbox.all().map(({ to }) => to[0])).toEqual([address, 'buyer@example.com', 'buyer@example.com'])
    expect(complained).toHaveLength(address.startsWith('complaint') ? 1 : 0)
  },
)
